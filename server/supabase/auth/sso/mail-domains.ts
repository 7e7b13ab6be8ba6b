import { domainToASCII } from 'node:url'
import { failure } from '#platform/errors.ts'

/** Of everybody: nobody may speak for all who have an address there. */
const freeMail = new Set(
  `gmail.com googlemail.com outlook.com outlook.com.vn outlook.fr outlook.de outlook.jp hotmail.com hotmail.com.vn hotmail.fr hotmail.co.uk
  live.com live.fr live.co.uk msn.com passport.com yahoo.com yahoo.com.vn yahoo.co.uk yahoo.co.jp yahoo.fr yahoo.de yahoo.co.in yahoo.com.br
  ymail.com rocketmail.com aol.com icloud.com me.com mac.com privaterelay.appleid.com proton.me protonmail.com protonmail.ch pm.me tutanota.com
  tuta.com tuta.io zoho.com zohomail.com gmx.com gmx.net gmx.de gmx.at mail.com email.com mail.ru bk.ru inbox.ru list.ru internet.ru yandex.ru
  yandex.com ya.ru rambler.ru qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn naver.com
  hanmail.net daum.net kakao.com nate.com web.de t-online.de freenet.de orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it
  tiscali.it seznam.cz wp.pl o2.pl interia.pl onet.pl uol.com.br bol.com.br terra.com.br rediffmail.com comcast.net verizon.net att.net
  sbcglobal.net bellsouth.net cox.net charter.net btinternet.com sky.com virginmedia.com bigpond.com fastmail.com fastmail.fm hushmail.com hey.com
  vnn.vn hcm.vnn.vn hn.vnn.vn fpt.vn mail.vn vinamail.vn zing.vn`.split(/\s+/),
)

/** Lower case, as DNS writes it. @throws sso.domain_wrong, sso.domain_free */
export async function readMailDomain(text: string): Promise<string> {
  const bare = text.replace(/^@/, '').replace(/\.$/, '').toLowerCase()
  // What stands for a part of an address would be cut off silently.
  const domain = /[\s/\\:@?#%]/.test(bare) ? '' : domainToASCII(bare)
  const isName = /^(?=.{4,200}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(domain)
  if (!isName) throw failure('sso.domain_wrong')
  if (freeMail.has(domain) || (await isThrowaway(domain))) throw failure('sso.domain_free')
  return domain
}

export function mailDomainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

let throwaway: Promise<Set<string>> | undefined

/** Loaded when first asked: it is long. */
async function isThrowaway(domain: string): Promise<boolean> {
  throwaway ??= import('disposable-email-domains', { with: { type: 'json' } }).then(({ default: all }) => new Set(all))
  return (await throwaway).has(domain)
}
