import { type Recipient, Stanza } from 'age-encryption'
import { createCipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

type Options = { N: number; r: number; p: number; maxmem: number }
const derive = promisify<string, Buffer, number, Options, Buffer>(scrypt)

/** 64 MiB and a second per guess. */
const workFactor = 16
const label = 'age-encryption.org/v1/scrypt'

/** age's own recipient blocks the process for that second, in which customers wait. */
export function passphraseRecipient(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16)
      const key = await derive(passphrase, Buffer.concat([Buffer.from(label), salt]), 32, {
        ...{ N: 2 ** workFactor, r: 8, p: 1 },
        maxmem: 2 ** (workFactor + 11),
      })
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', salt.toString('base64').replace(/=+$/, ''), String(workFactor)], body)]
    },
  }
}
