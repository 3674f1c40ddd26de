/** 18 % on services, which the price includes; half of it is the state's where both sides are in one state. */
export const GST_PERCENT = 18n

export type GstLine =
  | { readonly kind: 'none' }
  | { readonly kind: 'within_state'; readonly taxable: bigint; readonly cgst: bigint; readonly sgst: bigint }
  | { readonly kind: 'between_states'; readonly taxable: bigint; readonly igst: bigint }

const rounded = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/**
 * What of a price is tax. Both halves are equal, and the parts add up to the price exactly; the taxable value takes what
 * rounding leaves. A buyer whose state is not known is served where the seller is (IGST Act, section 12(2)(b)(ii)).
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
