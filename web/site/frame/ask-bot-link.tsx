import type { ReactNode } from 'react'
import { addressIn, addresses } from '#shared/addresses.ts'
import type { DocumentProps } from '#web/site/document-page.ts'

/** Without scripts, or without a chat, it leads to the chat's page. */
export function AskBotLink({
  language,
  className,
  children,
}: Pick<DocumentProps, 'language'> & { className: string; children: ReactNode }) {
  return (
    <a className={className} href={addressIn(language, addresses.chat)} data-open-chat="">
      {children}
    </a>
  )
}
