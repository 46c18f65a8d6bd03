-- When the test under way has ended at the latest: no second one of the endpoint before, nor before its result is here.
alter table endpoints add column test_until timestamptz;
-- Until when the merchant's tests of late have used up its rate of them.
alter table merchants add column tests_until timestamptz;
