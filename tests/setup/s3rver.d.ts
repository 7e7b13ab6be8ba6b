/** The few calls of s3rver that the tests of our file store use; the package ships no types. */
declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  type Context = {
    method: string
    path: string
    query: Record<string, string>
    status: number
    body: string
    respond: boolean
    req: IncomingMessage
    res: ServerResponse
  }
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
