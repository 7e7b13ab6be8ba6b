// OAuth v4, as Zalo's SDKs and the notes about it describe it.
import { createHash } from 'node:crypto'
import type { SimulatedAnswer } from '../channel-simulator.ts'
import type { ZaloToken, ZaloWorld } from './zalo-objects.ts'
import { issueTokens, nextNumber, zaloTimes } from './zalo-world.ts'

/** GET /v4/oa/permission. `auto=allow` (with `oa_id` if there are several) and `auto=cancel` skip the page. */
export function askPermission(world: ZaloWorld, query: URLSearchParams): SimulatedAnswer {
  const { app } = world
  if (query.get('app_id') !== app.app_id) return dialogError(-14_002, 'Invalid app id')
  const redirect = query.get('redirect_uri') ?? ''
  const isKnown = app.callback_url === '' || app.callback_url === redirect
  if (!URL.canParse(redirect) || !isKnown) return dialogError(-14_003, 'Invalid redirect uri')
  const challenge = query.get('code_challenge') ?? ''
  if (app.pkce === 'per_request' && !/^[\w-]{43}$/.test(challenge))
    return dialogError(-14_005, 'Invalid code challenge')
  const choice = query.get('auto')
  if (choice !== 'allow' && choice !== 'cancel') return { status: 200, body: consentPage(world, query) }
  const back = new URL(redirect)
  const state = query.get('state')
  if (state !== null && app.echoes_state) back.searchParams.set('state', state)
  if (choice === 'cancel') {
    back.searchParams.set('error', '-14009')
    back.searchParams.set('error_name', 'user_denied')
    return redirectTo(back)
  }
  const account = world.oas.get(query.get('oa_id') ?? [...world.oas.keys()][0] ?? '')
  if (!account) return dialogError(-14_010, 'Invalid official account')
  account.authorised = true
  const code = `zcode-${nextNumber(world)}`
  const saved = app.pkce === 'static' ? app.code_challenge : challenge
  world.codes.push({ code, oa_id: account.id, challenge: saved, issued_at: world.now(), used: false })
  back.searchParams.set('code', code)
  back.searchParams.set('oa_id', account.id)
  return redirectTo(back)
}

/** POST /v4/oa/access_token, with a code or a refresh token. Refusals come with HTTP 200. */
export function giveTokens(world: ZaloWorld, secretKey: string | undefined, form: URLSearchParams): SimulatedAnswer {
  const { app } = world
  if (form.get('app_id') !== app.app_id) return tokenError(world, -14_002, 'Invalid app id')
  if (secretKey !== app.app_secret) return tokenError(world, -14_004, 'Invalid secret key')
  if (form.get('grant_type') === 'authorization_code') return tradeCode(world, form)
  if (form.get('grant_type') === 'refresh_token') return refresh(world, form)
  return tokenError(world, -14_006, 'Invalid grant type')
}

function tradeCode(world: ZaloWorld, form: URLSearchParams): SimulatedAnswer {
  const code = world.codes.find(one => one.code === form.get('code'))
  if (!code || code.used || world.now() - code.issued_at > zaloTimes.code)
    return tokenError(world, -14_011, 'Authorized code expired or invalid')
  if (world.app.pkce !== 'none') {
    const digest = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (digest !== code.challenge) return tokenError(world, -14_012, 'Code verifier does not match')
  }
  code.used = true
  return tokenPair(issueTokens(world, code.oa_id))
}

function refresh(world: ZaloWorld, form: URLSearchParams): SimulatedAnswer {
  const token = world.tokens.find(one => one.refresh_token === form.get('refresh_token'))
  const isOver = !token || token.refresh_used || token.revoked || world.now() - token.issued_at > zaloTimes.refresh
  if (isOver || !world.oas.get(token.oa_id)?.authorised) return tokenError(world, -14_014, 'Invalid refresh token')
  token.refresh_used = true
  world.refreshes += 1
  return tokenPair(issueTokens(world, token.oa_id))
}

function tokenPair(token: ZaloToken): SimulatedAnswer {
  const { access_token, refresh_token } = token
  return { status: 200, body: { access_token, refresh_token, expires_in: String(zaloTimes.access / 1000) } }
}

function tokenError(world: ZaloWorld, error: number, name: string): SimulatedAnswer {
  return {
    status: 200,
    body: {
      error_name: name,
      error_reason: `${name}.`,
      ref_doc: 'https://developers.zalo.me/docs/official-account/bat-dau/xac-thuc-va-uy-quyen-cho-ung-dung-new',
      error_description: `${name}.`,
      ...(world.app.numbers_token_errors ? { error } : {}),
    },
  }
}

function dialogError(error: number, name: string): SimulatedAnswer {
  return { status: 200, body: { error_name: name, error_reason: `${name}.`, error_description: name, error } }
}

function redirectTo(url: URL): SimulatedAnswer {
  return { status: 302, headers: { location: url.href }, body: '' }
}

function consentPage(world: ZaloWorld, query: URLSearchParams): string {
  const fields = [...query].filter(([name]) => name !== 'auto' && name !== 'oa_id')
  const hidden = fields.map(([name, value]) => `<input type="hidden" name="${asText(name)}" value="${asText(value)}">`)
  const choices = [...world.oas.values()].map(
    (oa, index) =>
      `<label><input type="radio" name="oa_id" value="${asText(oa.id)}"${index === 0 ? ' checked' : ''}> ${asText(oa.name)}</label>`,
  )
  return `<!doctype html><html lang="vi"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Zalo (giả lập): cấp quyền</title>
<style>body{font:16px/1.5 system-ui;max-width:28rem;margin:3rem auto;padding:0 1rem}label{display:block;padding:.5rem 0}
button{font:inherit;padding:.6rem 1.2rem;margin:.5rem .5rem 0 0}</style>
<h1>Cấp quyền cho ứng dụng</h1>
<p>Ứng dụng ${asText(world.app.app_id)} muốn quản lý Official Account của bạn.<br>
<small>This app wants to manage your official account. A simulated Zalo: nothing leaves this machine.</small></p>
<form method="get">${hidden.join('')}${choices.join('')}
<button name="auto" value="allow">Cho phép / Allow</button><button name="auto" value="cancel">Huỷ / Cancel</button></form></html>`
}

export function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
