import type { Platform } from '#platform/platform.ts'
import { failure } from '#platform/errors.ts'

export const googleIssuer = 'https://accounts.google.com'
/** One tenant of Microsoft Entra ID, which names no `email_verified`: only its admins set addresses. */
const entra = /^https:\/\/login\.microsoftonline\.com\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/
/** The tenant of everybody's private accounts. */
const entraPrivate = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Where anybody may have an account: such an issuer says nothing of who belongs to a shop. */
const openToAll = [
  ...['facebook.com', 'apple.com', 'yahoo.com', 'linkedin.com', 'slack.com', 'gitlab.com', 'github.com', 'discord.com'],
  ...[
    'twitch.tv',
    'line.me',
    'kakao.com',
    'telegram.org',
    'zaloapp.com',
    'paypal.com',
    'amazon.com',
    'vk.com',
    'yandex.ru',
  ],
  ...['login.salesforce.com', 'test.salesforce.com', 'token.actions.githubusercontent.com'],
]

export function vouchesWithoutSaying(issuer: string): boolean {
  return entra.test(issuer)
}

/** Without a slash at the end. @throws sso.issuer_wrong, sso.issuer_shared */
export function readIssuer({ config, outside }: Platform, text: string): string {
  const bare = text.replace(/\/\.well-known\/openid-configuration$/, '').replace(/\/+$/, '')
  if (!URL.canParse(bare)) throw failure('sso.issuer_wrong')
  const url = new URL(bare)
  const isAllowed = url.protocol === 'https:' || config.CRAWL_ALLOWED_HOSTS.includes(url.host)
  if (!isAllowed || url.search || url.hash || !outside.mayCall(bare)) throw failure('sso.issuer_wrong')
  const isPrivate = url.hostname === 'login.microsoftonline.com' && (!entra.test(bare) || bare.includes(entraPrivate))
  if (isPrivate || openToAll.some(host => url.hostname === host || url.hostname.endsWith(`.${host}`)))
    throw failure('sso.issuer_shared')
  return bare
}
