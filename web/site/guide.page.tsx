import { CallToAction } from './call-to-action.tsx'
import { contentOf } from './content.ts'
import type { DocumentProps } from './document-page.ts'
import { LongText } from './long-text.tsx'

/** From `content/`, the same text that our bot learns. */
export function GuidePage(props: DocumentProps) {
  return (
    <>
      <LongText {...props} text={contentOf(props.language, 'guide')} />
      <CallToAction {...props} />
    </>
  )
}
