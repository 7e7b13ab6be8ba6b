import { offeredMethods } from '#features/billing/methods.ts'
import type { Config } from '#server/config.ts'
import type { SiteSettings } from '#shared/rules/website/site-values.ts'

export function siteSettings(config: Config): SiteSettings {
  return {
    brand: config.BRAND_NAME,
    address: config.publicUrl,
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    postalAddress: config.SUPPORT_ADDRESS,
    zaloUrl: config.SUPPORT_ZALO_URL,
    messengerUrl: config.SUPPORT_MESSENGER_URL,
    pays: offeredMethods(config).map(({ kind }) => kind),
  }
}
