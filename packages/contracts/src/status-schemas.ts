import { z } from 'zod';
import { deliveryStates, orderStatuses } from './status.js';

export const orderStatusSchema = z.enum(orderStatuses);
export const deliveryStateSchema = z.enum(deliveryStates);
