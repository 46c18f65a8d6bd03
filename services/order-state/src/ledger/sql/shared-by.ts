import { merchantShareMin } from '../rules/window.js';

/** How many active push endpoints the merchant of endpoint `e` has: they have one share together. */
export const sharedBy = `(select count(*) from endpoints o where o.merchant_id = e.merchant_id and o.status = 'active' and o.type = 'push')`;

/**
 * Whether window `w` of the active endpoint `e` is narrower than answers of any speed are worth. Few are narrower than that for
 * one endpoint alone, so the others of the merchant are counted for these and no more. A merchant may have no active push
 * endpoint, so this multiplies where the rule divides and rounds down.
 */
export const isNarrowed = `(w.size > 0 and w.size < ${merchantShareMin} and (w.size + 1) * ${sharedBy} <= ${merchantShareMin})`;
