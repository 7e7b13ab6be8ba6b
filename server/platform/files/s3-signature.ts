import { createHash, createHmac } from 'node:crypto'

export type S3Keys = { region: string; accessKeyId: string; secretAccessKey: string }
type S3Request = { method: string; url: URL; headers: Record<string, string>; sha256: string }

/** SHA-256 of no bytes at all. */
export const emptySha256 = createHash('sha256').digest('hex')

/**
 * The headers of a request to an S3-compatible store, signed (AWS Signature Version 4).
 * @param request its address has no query; `sha256` is that of its body, in hex
 */
export function signS3(request: S3Request, keys: S3Keys, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${keys.region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.sha256,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    request.method,
    request.url.pathname,
    '',
    ...names.map(name => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    request.sha256,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope.split('/').reduce<Buffer>(hmac, Buffer.from(`AWS4${keys.secretAccessKey}`))
  const signature = hmac(key, text).toString('hex')
  const { host: _host, ...sent } = headers // fetch sends it by itself
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
