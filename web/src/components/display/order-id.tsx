/** On two lines it is halves, not a line and a letter. */
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
