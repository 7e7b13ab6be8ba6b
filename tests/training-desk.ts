// A shop's training, driven through the program's addresses as a screen does it; jobs run when a test says so.
import type { FastifyInstance } from 'fastify'
import type { TestPlatform } from '#server/testing.ts'
import type { Source } from '#shared/contracts/training.contract.ts'
import type { Owner } from './shop-owner.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Called<T> = { status: number; code: string; details: Record<string, unknown>; json: T }
export type Said = { act: string; reply: string; citations: object[]; confidence: number; answer_id: string }

export type TrainingDesk = ReturnType<typeof trainingDesk>

export function trainingDesk(platform: TestPlatform, app: FastifyInstance, owner: Owner) {
  async function call<T>(method: Method, path: string, body?: object): Promise<Called<T>> {
    const url = path.startsWith('/rest') ? path : `/api/v1${path}`
    const headers = { apikey: platform.tokens.anonKey, ...owner.headers }
    const response = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
    return read<T>(response.statusCode, response.body)
  }
  async function send(method: 'POST' | 'PUT', path: string, content: string, name: string): Promise<Called<Source>> {
    const payload = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--x--\r\n`
    const headers = { ...owner.headers, 'content-type': 'multipart/form-data; boundary=x' }
    const response = await app.inject({ method, url: `/api/v1${path}`, headers, payload })
    return read<Source>(response.statusCode, response.body)
  }
  const rows = async <T>(query: string): Promise<T[]> => (await call<T[]>('GET', `/rest/v1/${query}`)).json
  return {
    owner,
    call,
    send,
    rows,
    ask: async (text: string): Promise<Said> => (await call<Said>('POST', '/bot/ask', { text })).json,
    pair: async (question: string, answer: string): Promise<Source> =>
      (await call<Source>('POST', '/sources/pairs', { question, answer })).json,
    source: async (id: string): Promise<Source | undefined> =>
      (await rows<Source>(`sources?id=eq.${id}&status=neq.removed`))[0],
    keep: (question: string, expected: string) => call('POST', '/regression-cases', { question, expected }),
  }
}

function read<T>(status: number, body: string): Called<T> {
  const json = (body ? JSON.parse(body) : {}) as T & { error?: { code: string; details?: Record<string, unknown> } }
  return { status, code: json.error?.code ?? '', details: json.error?.details ?? {}, json }
}
