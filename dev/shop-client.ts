import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'

export type OwnerAccount = { email: string; password: string; name: string; language?: 'vi' | 'en' }

export type ShopOwner = {
  workspaceId: string
  accessToken: string
  /** Identifies the browser: a flow must end in the browser that began it. */
  cookie: string
  /** An action of /api/v1. @throws Error with what the server answered */
  act<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>
  rows<T>(query: string): Promise<T[]>
  /**
   * Waits until the file is processed.
   * @throws with the reason on failure
   */
  teach(name: string, content: Uint8Array, type: string): Promise<{ id: string }>
}

type Session = { access_token: string }

export async function signUpOwner(
  url: string,
  anonKey: string,
  mailFolder: string,
  account: OwnerAccount,
): Promise<ShopOwner> {
  const { email, password, name, language = 'vi' } = account
  await send(
    `${url}/auth/v1/signup`,
    'POST',
    { apikey: anonKey },
    { email, password, data: { full_name: name, language }, ...(await asHuman(url)) },
  )
  const link = await until(`the mail to ${email}`, async () => findLink(mailFolder, email))
  const answer = await fetch(link, { redirect: 'manual', headers: { accept: '*/*' } })
  const fragment = new URLSearchParams(answer.headers.get('location')?.split('#')[1])
  const accessToken = fragment.get('access_token')
  if (!accessToken)
    throw new Error(`The link of the mail was refused: ${answer.status} ${fragment.get('error_description')}`)
  return openOwner(url, anonKey, accessToken)
}

export async function signInOwner(url: string, anonKey: string, account: OwnerAccount): Promise<ShopOwner | undefined> {
  const { email, password } = account
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, ...(await asHuman(url)) }),
  })
  if (!answer.ok) return undefined
  return openOwner(url, anonKey, ((await answer.json()) as Session).access_token)
}

/**
 * Does the proof of work.
 * @throws if the server asks for more than that
 */
async function asHuman(url: string): Promise<object> {
  const asked = await send<{ kind: string } & Work>(`${url}/api/v1/human-check`, 'GET', {})
  if (asked.kind === 'off') return {}
  if (asked.kind !== 'pow') throw new Error('Only a person can pass this server’s human check: set HUMAN_CHECK=off.')
  const captcha_token = `pow:${asked.challenge}:${await solveWork(asked, async () => {})}`
  return { gotrue_meta_security: { captcha_token } }
}

async function openOwner(url: string, anonKey: string, accessToken: string): Promise<ShopOwner> {
  const cookie = browserCookie()
  const headers = { apikey: anonKey, authorization: `Bearer ${accessToken}`, cookie }
  const rows = <T>(query: string) => send<T[]>(`${url}/rest/v1/${query}`, 'GET', headers)
  const act = <T>(method: string, path: string, body?: object) => send<T>(`${url}/api/v1${path}`, method, headers, body)
  const workspaces = await until('the workspace', async () => {
    const found = await rows<{ id: string }>('workspaces?select=id')
    return found.length > 0 ? found : undefined
  })
  return {
    workspaceId: workspaces[0]?.id ?? '',
    accessToken,
    cookie,
    act,
    rows,
    async teach(name, content, type) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(content)], { type }), name)
      const answer = await fetch(`${url}/api/v1/sources/files`, { method: 'POST', headers, body: form })
      if (!answer.ok) throw new Error(`${name} was refused: ${answer.status} ${await answer.text()}`)
      const { id } = (await answer.json()) as { id: string }
      await until(`${name} to be processed`, async () => {
        const source = (await rows<{ status: string; reason: string }>(`sources?select=status,reason&id=eq.${id}`))[0]
        if (source?.status === 'failed') throw new Error(`${name} could not be read: ${source.reason}`)
        return source?.status === 'processed' ? source : undefined
      })
      return { id }
    },
  }
}

export function browserCookie(): string {
  return `sen-browser=${randomBytes(32).toString('base64url')}`
}

export function findLink(mailFolder: string, email: string): string | undefined {
  for (const file of mailFiles(mailFolder).toReversed()) {
    const mail = JSON.parse(readFileSync(join(mailFolder, file), 'utf8')) as { to: string; text: string }
    const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(mail.text)?.[0]
    if (mail.to.includes(email) && link) return link
  }
  return undefined
}

function mailFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(file => file.endsWith('.json'))
      .sort()
  } catch {
    return []
  }
}

/** Polls until there is an answer, the longer it takes the less often; on timeout, throws an Error naming `what`. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>, seconds = 30): Promise<T> {
  const began = performance.now()
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    const waited = performance.now() - began
    if (waited > seconds * 1000) throw new Error(`Waited ${seconds} s for ${what}.`)
    await wait(Math.min(50 + waited / 20, 250))
  }
}

async function send<T>(address: string, method: string, headers: Record<string, string>, body?: object): Promise<T> {
  const answer = await fetch(address, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return readAnswer(answer, `${method} ${address}`)
}

/** @throws Error with what the server answered */
export async function readAnswer<T>(answer: Response, asked: string): Promise<T> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${asked} was answered ${answer.status}: ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}
