import corpus from '@galla/upi/corpus/banks.json'

/** The bank of a UPI ID, as its handle names it. */
export const bankOf = (upiId: string) => {
  const handle = upiId.slice(upiId.indexOf('@') + 1).toLowerCase()
  return corpus.banks.find(({ handles }) => handles.some((each) => each === handle))
}
