/** A UPI ID (virtual payment address), `name@handle`, in lower case. */
export type Vpa = string & { readonly brand: 'Vpa' }

/**
 * No public document gives the grammar in full; this is what banks are seen to issue. The two ends are anchored, only
 * ASCII counts, and handles may carry digits.
 */
const VPA = /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$/i

/** Exact: nothing is trimmed or repaired, because a repaired address could be somebody else's. */
export function parseVpa(text: string): Vpa | undefined {
  return VPA.test(text) ? (text.toLowerCase() as Vpa) : undefined
}
