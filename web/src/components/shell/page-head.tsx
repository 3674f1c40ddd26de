interface PageHeadProps {
  readonly title: string
  readonly description: string
}

/** React moves both into the document's head, and renews them with the page. */
export function PageHead({ title, description }: PageHeadProps) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
    </>
  )
}
