// A visitor of a shop's page, for tests: a registered page, a ticket, a session, and calls as the chat box makes them.
import type { FastifyInstance } from 'fastify'
import { connectWebsite } from '#features/channels/connect-website.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { TestWorkspace } from './workspace.ts'

export const shopOrigin = 'https://shop.example'

export type TestVisitor = {
  token: string
  /** What the chat may ask by a box. */
  offered: { language: string; version: number; words: string }[]
  send(
    text: string,
    clientId?: string,
    more?: object,
  ): Promise<{ status: number; body: { id: string; cursor: string } }>
  read(
    after?: string,
  ): Promise<{ messages: { id: string; cursor: string; author: string; text: string }[]; cursor: string }>
}

/** A second website channel of the workspace, with its widget on shop.example. */
export function makeWidget(platform: Platform, workspace: TestWorkspace, domains = ['shop.example']) {
  return connectWebsite(platform, workspace.admin, { domains })
}

export async function openChat(app: FastifyInstance, widget: string, token?: string): Promise<TestVisitor> {
  const ticket = await app.inject({
    method: 'POST',
    url: '/widget/v1/ticket',
    headers: { origin: shopOrigin },
    payload: { widget },
  })
  const session = await app.inject({
    method: 'POST',
    url: '/widget/v1/sessions',
    payload: { widget, ticket: ticket.json().ticket, visitor_token: token, page_url: shopOrigin, locale: 'vi' },
  })
  const mine: string = session.json().visitor_token
  const headers = { authorization: `Bearer ${mine}` }
  return {
    token: mine,
    offered: session.json().consent ?? [],
    async send(text, clientId = newId(), more = {}) {
      const response = await app.inject({
        method: 'POST',
        url: '/widget/v1/messages',
        headers,
        payload: { client_id: clientId, text, ...more },
      })
      return { status: response.statusCode, body: response.json() }
    },
    async read(after) {
      const query: Record<string, string> = after === undefined ? {} : { after }
      return (await app.inject({ url: '/widget/v1/messages', headers, query })).json()
    },
  }
}
