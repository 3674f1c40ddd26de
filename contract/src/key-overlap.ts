/** After a rotation the old key works for this long, so that no server has to be changed in the same second. */
export const PREVIOUS_KEY_SECONDS = 24 * 3600
