import { addressIn } from '#shared/addresses.ts'
import type { DocumentProps } from '#web/site/document-page.ts'

export function LanguageLinks({
  page,
  language,
  t,
  as: Box = 'div',
}: Pick<DocumentProps, 'page' | 'language' | 't'> & {
  as?: 'nav' | 'div'
}) {
  const names = { vi: 'Tiếng Việt', en: 'English' }
  return (
    <Box className="tongues" role={Box === 'div' ? 'group' : undefined} aria-label={t.languageChoice}>
      {(['vi', 'en'] as const).map(which => (
        <a
          key={which}
          href={addressIn(which, page.address)}
          lang={which}
          hrefLang={which}
          aria-label={`${which.toUpperCase()}, ${names[which]}`}
          aria-current={which === language ? 'true' : undefined}
          data-language={which}
        >
          {which.toUpperCase()}
        </a>
      ))}
    </Box>
  )
}
