import { CallToAction } from './call-to-action.tsx'
import { contentOf } from './content.ts'
import type { DocumentProps } from './document-page.ts'
import { LongText } from './long-text.tsx'

/** The guide, as it lies in `content/`: the house bot learns the same text. */
export function GuidePage(props: DocumentProps) {
  return (
    <>
      <LongText {...props} text={contentOf(props.language, 'guide')} />
      <CallToAction {...props} />
    </>
  )
}
