import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const text = (bytes: Buffer): string => bytes.toString('base64url')

const [PRESENT, VERIFIED, WITH_CREDENTIAL] = [0x01, 0x04, 0x40]

interface Made {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly format?: string
}

/** A device that makes passkeys and signs with them, as WebAuthn level 2 describes it. */
export const passkeyDevice = (at = 'http://localhost:3000') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [left, right] = [x, y].map((each) => Buffer.from(each, 'base64url')) as [Buffer, Buffer]
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    left,
    Buffer.from('225820', 'hex'),
    right,
  ])
  const authData = ({ rpId = new URL(at).hostname, isVerified = true, counter = 0 }: Made, more: Buffer) => {
    const flags = PRESENT + (isVerified ? VERIFIED : 0) + (more.length > 0 ? WITH_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, challenge: string, { origin = at }: Made): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const rest = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} }
  let userHandle = ''
  return {
    id: text(id),
    create(options: { challenge: string; user: { id: string } }, made: Made = {}) {
      userHandle = options.user.id
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = authData(made, credential)
      const { format = 'none' } = made
      const attestationObject = Buffer.concat([
        Buffer.from(
          `\xa3\x63fmt${String.fromCharCode(0x60 + format.length)}${format}\x67attStmt\xa0\x68authData\x58`,
          'latin1',
        ),
        Buffer.from([data.length]),
        data,
      ])
      const clientDataJSON = text(clientData('webauthn.create', options.challenge, made))
      return { ...rest, response: { clientDataJSON, attestationObject: text(attestationObject) } }
    },
    sign({ challenge }: { challenge: string }, made: Made = {}, whose = userHandle) {
      const data = authData(made, Buffer.alloc(0))
      const client = clientData('webauthn.get', challenge, made)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: whose,
      }
      return { ...rest, response }
    },
  }
}
