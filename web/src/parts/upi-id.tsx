/** A long one breaks before its handle. */
export function UpiId({ text }: { text: string }) {
  const at = text.indexOf('@')
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
