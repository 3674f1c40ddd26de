/** Whether who asks has this version already: If-None-Match compares weakly (RFC 9110, 13.1.2), as a proxy may have made a tag weak. */
export const knowsTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((each) => each.trim() === '*' || opaque(each.trim()) === opaque(tag))

const opaque = (tag: string): string => tag.replace(/^W\//, '')
