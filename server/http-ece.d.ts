/** The one call of http_ece that pushes use; the package ships no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Encrypts for a browser as RFC 8291 says. @param to dh and authSecret: the browser's, base64url; privateKey: made for this message alone */
  const ece: {
    encrypt(plain: Buffer, to: { version: 'aes128gcm'; privateKey: ECDH; dh: string; authSecret: string }): Buffer
  }
  export default ece
}
