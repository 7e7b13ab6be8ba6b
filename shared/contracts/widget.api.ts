import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { botStatuses, languages, messageAuthors } from '../words.ts'
import { countedGreeting, shownGreeting, widgetId } from './channels/greetings.contract.ts'
import { asDownload, byId, instant, nothing } from './endpoint.ts'
import { humanChallenge } from './platform.api.ts'

export const byWidget = z.object({ widget: widgetId })

export const sessionBody = z.object({
  widget: z.string().max(100),
  /** null: the page got none. */
  ticket: z.string().max(4096).nullable(),
  visitor_token: z.string().max(4096).nullish(),
  page_url: z.string().max(4096).optional(),
  locale: z.enum(['vi', 'en']).catch('vi'),
})

export const visitorMessageBody = z.object({
  client_id: z.string().min(1).max(64),
  text: z.string().max(100_000),
  page_url: z.string().max(4096).optional(),
  /** Signed by the shop's server. */
  identity: z.string().max(8192).optional(),
  /** The greeting it replies to. */
  greeting: z.uuid().optional(),
  /** The wording that was ticked. */
  consent: z.object({ language: z.enum(['vi', 'en']), version: z.int().positive() }).optional(),
  /** From the shop's page: unverified. */
  attributes: z
    .record(z.string().max(64), z.union([z.string().max(500), z.number(), z.boolean()]))
    .refine(given => Object.keys(given).length <= 50, 'Too many attributes.')
    .optional(),
})

export const afterQuery = z.object({ after: z.string().max(200).optional() })

export const ratingBody = z.object({ message_id: z.uuid(), rating: z.enum(['good', 'bad']).nullable() })

const visitorAttachment = z.object({
  id: z.uuid(),
  kind: z.enum(['file', 'image']),
  name: z.string(),
  size: z.number(),
})

const visitorMessage = z.object({
  id: z.uuid(),
  cursor: z.string(),
  author: z.enum(messageAuthors),
  text: z.string(),
  created_at: instant,
  /** The visitor's own id for it. */
  client_id: z.string().optional(),
  name: z.string().optional(),
  citations: z
    .array(
      z.object({
        source_id: z.uuid(),
        title: z.string(),
        quote: z.string(),
      }),
    )
    .optional(),
  attachments: z.array(visitorAttachment).optional(),
  rating: z.enum(['bad', 'good']).nullable().optional(),
  choices: z.array(z.string()).optional(),
  links: z
    .array(
      z.object({
        title: z.string(),
        url: z.string(),
      }),
    )
    .optional(),
})

const textsOf = <S extends z.ZodType>(schema: S) => z.object({ vi: schema, en: schema })

/** With the visitor's token, except for what comes before a session. */
export const widgetApi = {
  'GET /widget/v1/config': {
    summary: "Returns how a shop's chat button and chat look.",
    query: byWidget,
    result: z.object({
      widget: z.string(),
      name: z.string(),
      greeting: textsOf(z.string()),
      /** On this server; null: the lotus. */
      avatar: z.string().nullable(),
      starters: textsOf(z.array(z.string())),
      /** #rrggbb; null: the product's. */
      colour: z.string().nullable(),
      left: z.boolean(),
      /** Hidden on phones. */
      away: z.boolean(),
      greetings: z.array(shownGreeting).optional(),
    }),
  },
  'POST /widget/v1/greetings': {
    summary: 'Counts a greeting as shown or opened.',
    body: countedGreeting,
    result: nothing,
  },
  'POST /widget/v1/ticket': {
    summary: 'Gives a page of the shop the ticket that opens a session.',
    body: byWidget,
    result: z.object({ ticket: z.string() }),
  },
  'GET /widget/v1/human-check': {
    summary: 'Gives the challenge by which a visitor of a crowded shop proves to be a person.',
    result: humanChallenge,
  },
  'POST /widget/v1/sessions': {
    summary: "Opens a visitor's session on a shop's page.",
    body: sessionBody,
    result: z.object({
      visitor_token: z.string(),
      conversation_id: z.uuid().nullable(),
      cursor: z.string(),
      consent: z
        .array(
          z.object({
            language: z.enum(languages),
            version: z.number(),
            words: z.string(),
          }),
        )
        .optional(),
    }),
  },
  'POST /widget/v1/messages': {
    summary: 'Sends a message of the visitor.',
    body: visitorMessageBody,
    result: z.object({
      id: z.uuid(),
      cursor: z.string(),
      conversation_id: z.uuid(),
      greeting: z
        .object({
          id: z.uuid(),
          cursor: z.string(),
        })
        .optional(),
    }),
  },
  'GET /widget/v1/messages': {
    summary: "Returns the messages of the visitor's conversation after a cursor.",
    query: afterQuery,
    result: z.object({
      messages: z.array(visitorMessage),
      cursor: z.string(),
    }),
  },
  'GET /widget/v1/events': {
    summary: "Follows the visitor's conversation from a cursor on.",
    query: afterQuery,
    stream: true,
    head: false,
    result: z.discriminatedUnion('event', [
      z.object({ event: z.literal('message'), data: visitorMessage }),
      z.object({ event: z.literal('status'), data: z.object({ bot: z.enum(botStatuses) }) }),
      z.object({ event: z.literal('typing'), data: z.object({ author: z.enum(['bot', 'member']) }) }),
      z.object({ event: z.literal('draft'), data: z.object({ author: z.literal('bot'), text: z.string() }) }),
    ]),
  },
  'POST /widget/v1/files': {
    summary: 'Sends a file of the visitor.',
    body: z.file(),
    result: z.object({
      id: z.uuid(),
      cursor: z.string(),
      conversation_id: z.uuid(),
      attachments: z.array(visitorAttachment),
    }),
  },
  'GET /widget/v1/files/:id': {
    summary: "Downloads a file of the visitor's conversation.",
    params: byId,
    result: z.file(),
    headers: { ...asDownload, 'content-length': 'Bytes.' },
  },
  'POST /widget/v1/typing': { summary: 'Shows the team that the visitor is typing.', result: nothing },
  'POST /widget/v1/read': {
    summary: 'Records up to where the visitor has read.',
    body: z.object({ cursor: z.string().max(200) }),
    result: nothing,
  },
  'POST /widget/v1/rating': {
    summary: 'Rates an answer of the bot as good or bad.',
    body: ratingBody,
    result: nothing,
  },
} satisfies ApiPart
