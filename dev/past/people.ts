import { browserCookie, type OwnerAccount, readAnswer, type ShopOwner, signUpOwner } from '../shop-client.ts'
import { demoOwner } from '../demo-shop-texts.ts'
import type { Colleague } from './talks.ts'
import { type Past, withJobs } from './shop-of-the-past.ts'

const colleagues: Record<Exclude<Colleague, 'owner'>, OwnerAccount> = {
  tu: { email: 'tu@gommoc.example', password: 'mot-nam-dat-moi', name: 'Lê Văn Tú' },
  ngoc: { email: 'ngoc@gommoc.example', password: 'mot-nam-dat-moi', name: 'Ngô Bảo Ngọc' },
}

export type Person = Pick<ShopOwner, 'act' | 'rows' | 'cookie'> & {
  personId: string
  upload(name: string, text: string): Promise<void>
}
export type Staff = Record<Colleague, Person>

export async function openShop(past: Past): Promise<Person> {
  return personOf(past, await enter(past, demoOwner))
}

export async function inviteColleagues(past: Past, owner: Person): Promise<Staff> {
  async function join(account: OwnerAccount): Promise<Person> {
    await owner.act('POST', '/members/invite', { email: account.email, role: 'member' })
    return personOf(past, await enter(past, account))
  }
  return { owner, tu: await join(colleagues.tu), ngoc: await join(colleagues.ngoc) }
}

async function enter(past: Past, account: OwnerAccount): Promise<string> {
  const { tokens } = past.platform
  const signedUp = signUpOwner(past.url, tokens.anonKey, past.mailFolder, account)
  return (await withJobs(past, signedUp)).accessToken
}

/** The clock moves by hours, so a fresh token for the same session is signed here, as a browser would have renewed it. */
function personOf({ platform, url }: Past, accessToken: string): Person {
  const [, payload = ''] = accessToken.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>
  const cookie = browserCookie()
  async function send<T>(method: string, address: string, body?: object | FormData): Promise<T> {
    const fresh = await platform.tokens.signAccess(claims as never)
    const isForm = body instanceof FormData
    const answer = await fetch(url + address, {
      method,
      headers: {
        apikey: platform.tokens.anonKey,
        authorization: `Bearer ${fresh.token}`,
        cookie,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    return readAnswer(answer, `${method} ${address}`)
  }
  return {
    personId: String(claims['sub']),
    cookie,
    act: (method, path, body) => send(method, `/api/v1${path}`, body),
    rows: query => send('GET', `/rest/v1/${query}`),
    async upload(name, text) {
      const form = new FormData()
      form.append('file', new Blob([text], { type: 'text/plain' }), name)
      await send('POST', '/api/v1/sources/files', form)
    },
  }
}
