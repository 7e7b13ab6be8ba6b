// Sign-in without a port, as a client with the public key calls it.
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type TestPlatform, testApp, testPlatform } from '#server/testing.ts'
import { newestEmail } from './mailbox.ts'

export type Answer = { status: number; headers: Record<string, unknown>; text: string; body: Body }

export type Body = Tokens & {
  id: string
  email: string
  code: string
  message: string
  expires_at: number
  user: { id: string; user_metadata: object; identities: object[] }
  user_metadata: object
} & Record<string, unknown>
export type AuthDriver = {
  platform: TestPlatform
  app: FastifyInstance
  /** `address`: 'POST /signup' */
  call(
    address: string,
    body?: unknown,
    options?: { bearer?: string; headers?: Record<string, string> },
  ): Promise<Answer>
  confirmed(email: string, password: string, data?: object): Promise<Tokens>
  signIn(email: string, password: string): Promise<Tokens>
}
export type Tokens = { access_token: string; refresh_token: string }

export async function openDesk(t: TestContext, settings: Record<string, string> = {}): Promise<AuthDriver> {
  const platform = await testPlatform({ settings })
  const app = await testApp(platform)
  t.after(async () => {
    await app.close()
    await platform.close()
  })

  async function call(...[address, body, options = {}]: Parameters<AuthDriver['call']>): Promise<Answer> {
    const [method, path] = address.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const headers = {
      apikey: platform.tokens.anonKey,
      'x-supabase-api-version': '2024-01-01',
      'content-type': 'application/json',
      ...(options.bearer ? { authorization: `Bearer ${options.bearer}` } : {}),
      ...options.headers,
    }
    const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await app.inject({ method, url: `/auth/v1${path}`, headers, ...payload })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const { statusCode: status, headers: answered, body: text } = response
    return { status, headers: answered, text, body: isJson ? response.json<Body>() : ({} as Body) }
  }

  async function signIn(email: string, password: string): Promise<Tokens> {
    const { body } = await call('POST /token?grant_type=password', { email, password })
    return body
  }

  return {
    platform,
    app,
    call,
    signIn,
    async confirmed(email, password, data = {}) {
      await call('POST /signup', { email, password, data })
      await platform.jobs.drain()
      const token_hash = newestEmail(platform, email).link.searchParams.get('token')
      const { body } = await call('POST /verify', { type: 'signup', token_hash })
      return body
    },
  }
}
