import { purposeOfTag } from '#shared/rules/campaigns/sending-routes.ts'
import type { useDraft } from '#web/dashboard/campaigns/compose/use-draft.ts'
import { type ChosenTemplate, highestPrice, TemplateFields } from './template-fields.tsx'

export function TemplateStep({ writing: { draft, change } }: { writing: ReturnType<typeof useDraft> }) {
  const put = (template: ChosenTemplate) => ({ content: { ...draft.content, b: null, template } })
  return (
    <TemplateFields
      value={draft.content.template}
      onChoose={(chosen, template) =>
        change({
          ...put(chosen),
          // Its tag fixes the purpose, and the price shown is the spending limit.
          ...(template.tag && { purpose: purposeOfTag[template.tag] }),
          max_each: highestPrice(template),
        })
      }
      onValues={chosen => change(put(chosen))}
    />
  )
}
