drop table lone_tries;
