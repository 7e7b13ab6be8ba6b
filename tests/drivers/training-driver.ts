// Calls the API as a screen would; jobs run only when a test says so.
import { after, before, beforeEach } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { seconds } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { RegressionCase } from '#shared/contracts/bot/bot.results.ts'
import type { Source } from '#shared/contracts/training/training.results.ts'
import { makeMember, makeOwner, type Owner } from '../fixtures/shop-owner.ts'
import { openWebsite, type Website } from '../fixtures/website.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Place = { platform: TestPlatform; app: FastifyInstance; owner: Owner }
export type Called<T> = { status: number; code: string; details: Record<string, unknown>; json: T }
export type AskedReply = {
  act: string
  reply: string
  citations: { source_id: string; quote: string }[]
  confidence: number
  answer_id: string
}

export type TrainingDriver = Place & ReturnType<typeof callsOf>

/** For a `describe`; each test gets the owner of a new shop. The properties exist only once tests run. */
export function trainingDrivers(): TrainingDriver & { site: Website } {
  const desk = atDesk({} as Place & { site: Website })
  before(async () => {
    desk.site = await openWebsite()
    desk.platform = await testPlatform({ settings: { CRAWL_ALLOWED_HOSTS: desk.site.host } })
    desk.app = await testApp(desk.platform)
  })
  after(async () => {
    await desk.app.close()
    await desk.platform.close()
    await desk.site.close()
  })
  beforeEach(async () => {
    desk.owner = await makeOwner(desk.platform)
  })
  return desk
}

export async function strangerTo({ platform, app }: Place): Promise<TrainingDriver> {
  return atDesk({ platform, app, owner: await makeOwner(platform) })
}

export async function memberAt({ platform, app, owner }: Place): Promise<TrainingDriver> {
  const member = await makeMember(platform, owner)
  const headers = { ...member.headers, 'x-workspace': owner.workspaceId }
  return atDesk({ platform, app, owner: { ...member, headers } })
}

function atDesk<P extends Place>(place: P): P & ReturnType<typeof callsOf> {
  return Object.assign(place, callsOf(place))
}

function callsOf(place: Place) {
  async function call<T>(method: Method, path: string, body?: object, who = place.owner): Promise<Called<T>> {
    const url = path.startsWith('/rest') ? path : `/api/v1${path}`
    const headers = { apikey: place.platform.tokens.anonKey, ...who.headers }
    const response = await place.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
    return read<T>(response.statusCode, response.body)
  }
  async function send<T = Source>(
    method: 'POST' | 'PUT',
    path: string,
    content: string | Buffer,
    name: string,
    more: { type?: string; headers?: Record<string, string> } = {},
  ): Promise<Called<T>> {
    const type = more.type ? `content-type: ${more.type}\r\n` : ''
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n${type}\r\n`
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--x--\r\n')])
    const headers = { ...place.owner.headers, 'content-type': 'multipart/form-data; boundary=x', ...more.headers }
    const response = await place.app.inject({ method, url: `/api/v1${path}`, headers, payload })
    return read<T>(response.statusCode, response.body)
  }
  const rows = async <T>(query: string): Promise<T[]> => (await call<T[]>('GET', `/rest/v1/${query}`)).json
  return {
    call,
    send,
    rows,
    ask: async (text: string): Promise<AskedReply> => (await call<AskedReply>('POST', '/bot/ask', { text })).json,
    pair: async (question: string, answer: string): Promise<Source> =>
      (await call<Source>('POST', '/sources/pairs', { question, answer })).json,
    source: async (id: string): Promise<Source | undefined> =>
      (await rows<Source>(`sources?id=eq.${id}&status=neq.removed`))[0],
    saveTest: (question: string, expected: string) =>
      call<RegressionCase>('POST', '/regression-cases', { question, expected }),
    /** Five seconds a round. */
    async settle(rounds = 4): Promise<void> {
      for (let round = 0; round < rounds; round++) {
        place.platform.clock.advance(seconds(5))
        await place.platform.jobs.drain()
      }
    },
  }
}

function read<T>(status: number, body: string): Called<T> {
  const json = (body ? JSON.parse(body) : {}) as T & { error?: { code: string; details?: Record<string, unknown> } }
  return { status, code: json.error?.code ?? '', details: json.error?.details ?? {}, json }
}
