/** A location in an S3-compatible store, with its credentials. */
export interface S3Location {
  /** The URL with the bucket as its path: `https://s3.ap-south-1.amazonaws.com/galla`. */
  readonly bucketUrl: string
  readonly region: string
  /** The prefix of every name, with a slash at its end; or empty. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export const S3_FORM = 's3://KEY:SECRET@HOST/BUCKET, a folder after it, ?region=NAME and &tls=off at will'

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const FOLDER = /^[\w-]{1,64}$/
const REGION = /^[a-z0-9-]{1,40}$/
const FOLDERS_MAX = 4
/** Amazon's host names contain the region; most other stores accept any region. */
const AMAZON = /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/

/** Parses an S3 setting; undefined when it is invalid. Key and secret are percent-encoded where they contain `/`, `+`, `@` or `:`. */
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
