/** An email address or a UPI ID that, where it must break, breaks before its domain or its handle, and the sign goes with it. */
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
