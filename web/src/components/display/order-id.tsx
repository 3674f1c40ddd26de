/** An order id that wraps in the middle, so that no single letter is left on the second line. */
export function OrderId({ id }: { id: string }) {
  const half = id.length / 2
  return (
    <>
      {id.slice(0, half)}
      <wbr />
      {id.slice(half)}
    </>
  )
}
