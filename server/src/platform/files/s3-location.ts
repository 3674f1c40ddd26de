/** A place in an S3-compatible store, and how one is let in there. */
export interface S3Location {
  /** With the bucket as its path: `https://s3.ap-south-1.amazonaws.com/galla`. */
  readonly bucketUrl: string
  readonly region: string
  /** Before every name, with a slash at its end; or nothing. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export const S3_FORM = 's3://KEY:SECRET@HOST/BUCKET, a folder after it, ?region=NAME and &tls=off at will'

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const FOLDER = /^[\w-]{1,64}$/
const REGION = /^[a-z0-9-]{1,40}$/
const FOLDERS_MAX = 4
/** The host names of Amazon's own stores say their region; the others mostly take any. */
const AMAZON = /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/

/** Undefined when the text is no such place. Key and secret are percent-encoded where they hold `/`, `+`, `@` or `:`. */
export const parseS3Location = (text: string): S3Location | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, host, hostname, username, password, pathname, searchParams, hash } = new URL(text)
  const [bucket = '', ...folders] = pathname.split('/').slice(1)
  const region = searchParams.get('region') ?? AMAZON.exec(hostname)?.[1] ?? 'us-east-1'
  const tls = searchParams.get('tls') ?? 'on'
  const isWhole =
    protocol === 's3:' &&
    hostname !== '' &&
    username !== '' &&
    password !== '' &&
    hash === '' &&
    BUCKET.test(bucket) &&
    folders.length <= FOLDERS_MAX &&
    folders.every((folder) => FOLDER.test(folder)) &&
    REGION.test(region) &&
    (tls === 'on' || tls === 'off') &&
    [...searchParams.keys()].every((name) => name === 'region' || name === 'tls')
  if (!isWhole) return undefined
  const credentials = [decoded(username), decoded(password)]
  const [accessKeyId, secretAccessKey] = credentials
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return {
    bucketUrl: `${tls === 'on' ? 'https' : 'http'}://${host}/${bucket}`,
    region,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    accessKeyId,
    secretAccessKey,
  }
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
