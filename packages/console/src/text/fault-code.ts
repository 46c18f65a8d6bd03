/** What the service finds wrong with a field, as far as its codes are shown in words. */
export type FaultCode =
  | 'required'
  | 'invalid_type'
  | 'too_short'
  | 'too_few'
  | 'too_small'
  | 'too_long'
  | 'too_many'
  | 'too_big'
  | 'invalid_value'
  | 'invalid_format'
  | 'unknown_field'
  | 'differs'
  | 'too_late';
