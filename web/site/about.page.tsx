import { CallToAction } from './call-to-action.tsx'
import { contentOf } from './content.ts'
import type { DocumentProps } from './document-page.ts'
import { LongText } from './long-text.tsx'

export function AboutPage(props: DocumentProps) {
  return (
    <>
      <LongText {...props} text={contentOf(props.language, 'about')} />
      <CallToAction {...props} />
    </>
  )
}
