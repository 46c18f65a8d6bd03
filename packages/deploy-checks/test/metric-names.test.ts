import { describe, expect, it } from '@jest/globals';
import { listExported, listMetricNames } from './support/metric-names.js';

describe('the metrics of a query', () => {
  it('are what it names, without labels, functions, durations and strings', () => {
    const query = `histogram_quantile(0.99, sum by (le, route) (rate(http_seconds_bucket{route="a_b",x!='c'}[5m])))
      / on (job) group_left (z) max(up offset 5m) > 0.25 and absent(a:b:c) or vector(1)`;
    expect(listMetricNames(query)).toEqual(['http_seconds_bucket', 'up', 'a:b:c']);
  });

  it('are found without braces, and beside numbers and units', () => {
    expect(listMetricNames('free_bytes - limit_bytes < 2e9')).toEqual(['free_bytes', 'limit_bytes']);
    expect(listMetricNames('deriv(q[10m]) > 0 and x > (14.4 * 0.001)')).toEqual(['q', 'x']);
  });
});

describe('the series of a scrape', () => {
  it('include those that have no sample yet, and the parts of histograms', () => {
    expect(listExported('# TYPE a_total counter\n# TYPE b histogram\nb_sum 1\n')).toEqual([
      'a_total',
      'b_bucket',
      'b_sum',
      'b_count',
    ]);
  });
});
