/** GST is 18 % on services, included in the price; within one state, half of it is the state's. */
export const GST_PERCENT = 18n

export type GstLine =
  | { readonly kind: 'none' }
  | { readonly kind: 'within_state'; readonly taxable: bigint; readonly cgst: bigint; readonly sgst: bigint }
  | { readonly kind: 'between_states'; readonly taxable: bigint; readonly igst: bigint }

const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/**
 * Splits a price into taxable value and tax. Both halves of the tax are equal, the parts add up to the price exactly, and the taxable value
 * takes the rounding difference. A buyer without a known state is taxed in the seller's (IGST Act, section 12(2)(b)(ii)).
 */
export const gstIncludedIn = (
  price: bigint,
  seller: { readonly gstin: string; readonly stateCode: string },
  buyer: { readonly stateCode: string } | undefined,
): GstLine => {
  if (seller.gstin === '') return { kind: 'none' }
  const whole = 100n + GST_PERCENT
  if (buyer === undefined || buyer.stateCode === seller.stateCode) {
    const half = rounded(price * GST_PERCENT, 2n * whole)
    return { kind: 'within_state', taxable: price - 2n * half, cgst: half, sgst: half }
  }
  const igst = rounded(price * GST_PERCENT, whole)
  return { kind: 'between_states', taxable: price - igst, igst }
}
