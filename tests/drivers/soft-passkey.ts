// A passkey made of software, which can also do what no honest one does.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string; rp?: { id?: string }; user?: { id: string } }

/** What a test bends. */
export type Bent = {
  origin?: string
  rpId?: string
  verified?: boolean
  count?: number
  userHandle?: string
  type?: string
  id?: string
}

export type SoftPasskey = {
  id: string
  /** Answers `registration/options`. */
  made(options: unknown, bent?: Bent): object
  /** Answers `authentication/options`. */
  shown(options: unknown, bent?: Bent): object
}

const flags = { present: 0x01, verified: 0x04, canBeCopied: 0x08, isCopied: 0x10, newKey: 0x40 }

export function softPasskey({
  origin = 'http://localhost:3000',
  counts = true,
  synced = false,
  aaguid = '00000000-0000-0000-0000-000000000000',
} = {}): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const idBytes = randomBytes(32)
  const id = idBytes.toString('base64url')
  let count = 0
  let handle = ''

  function clientData(type: string, challenge: string, bent: Bent): Buffer {
    const data = { type: bent.type ?? type, challenge, origin: bent.origin ?? origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data))
  }

  function authenticatorData(bent: Bent, newKey?: Buffer): Buffer {
    const party = createHash('sha256')
      .update(bent.rpId ?? new URL(origin).hostname)
      .digest()
    const copies = synced ? flags.canBeCopied | flags.isCopied : 0
    const verified = bent.verified === false ? 0 : flags.verified
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(bent.count ?? (counts ? ++count : 0))
    const all = flags.present | verified | copies | (newKey ? flags.newKey : 0)
    return Buffer.concat([party, Buffer.from([all]), counter, newKey ?? Buffer.alloc(0)])
  }

  function attested(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(idBytes.length)
    const make = Buffer.from(aaguid.replaceAll('-', ''), 'hex')
    return Buffer.concat([make, length, idBytes, Buffer.from(isoCBOR.encode(cose))])
  }

  const named = (bent: Bent) => ({
    id: bent.id ?? id,
    rawId: bent.id ?? id,
    type: 'public-key',
    clientExtensionResults: {},
  })

  return {
    id,
    made(given, bent = {}) {
      const options = given as Options
      handle = options.user?.id ?? ''
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authenticatorData(bent, attested()))],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, bent).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
      return { ...named(bent), response }
    },
    shown(given, bent = {}) {
      const { challenge } = given as Options
      const client = clientData('webauthn.get', challenge, bent)
      const data = authenticatorData(bent)
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...((bent.userHandle ?? handle) && { userHandle: bent.userHandle ?? handle }),
      }
      return { ...named(bent), response }
    },
  }
}
