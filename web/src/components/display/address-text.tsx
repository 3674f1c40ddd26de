/** An email address or a UPI ID. A narrow column breaks it before its `@`, so that the domain or handle stays whole. */
export function AddressText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
