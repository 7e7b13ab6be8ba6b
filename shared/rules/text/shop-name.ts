import type { Language } from '../../words.ts'

const templates: Record<Language, string> = { vi: 'Cửa hàng của {name}', en: '{name}’s shop' }
const neutral: Record<Language, string> = { vi: 'Cửa hàng', en: 'Shop' }

/** Among its members, until somebody names it: they may have several. */
export function firstShopName(person: string, language: Language): string {
  return templates[language].replace('{name}', person)
}

type Shop = { name: string; first_version: number }

/** Nobody has named it, neither in the first steps nor in the account. */
export function isUnnamed({ name, first_version: version }: Shop): boolean {
  return (
    version === 0 &&
    Object.values(templates).some(template => {
      const [before = '', after = ''] = template.split('{name}')
      return name.startsWith(before) && name.endsWith(after)
    })
  )
}

/** Customers never read the full name of who signed up. */
export function shopNameForCustomers(shop: Shop & { language: Language }): string {
  return isUnnamed(shop) ? neutral[shop.language] : shop.name
}
