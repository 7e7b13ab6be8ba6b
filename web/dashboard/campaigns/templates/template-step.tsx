import { purposeOfTag } from '#shared/rules/campaigns/sending-routes.ts'
import type { useDraft } from '#web/dashboard/campaigns/compose/use-draft.ts'
import { type ChosenTemplate, dearestPrice, TemplateFields } from './template-fields.tsx'

/** Which template a broadcast sends. */
export function TemplateStep({ writing: { draft, change } }: { writing: ReturnType<typeof useDraft> }) {
  const put = (template: ChosenTemplate) => ({ content: { ...draft.content, b: null, template } })
  return (
    <TemplateFields
      value={draft.content.template}
      onChoose={(chosen, template) =>
        change({
          ...put(chosen),
          // Its tag says what it may be for, and no more is spent than what stands here.
          ...(template.tag && { purpose: purposeOfTag[template.tag] }),
          max_each: dearestPrice(template),
        })
      }
      onValues={chosen => change(put(chosen))}
    />
  )
}
