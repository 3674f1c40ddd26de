/** True when the client already has this version. Compares weakly, as RFC 9110, 13.1.2 requires: a proxy may have made the tag weak. */
export const knowsTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((each) => each.trim() === '*' || opaque(each.trim()) === opaque(tag))

const opaque = (tag: string): string => tag.replace(/^W\//, '')
