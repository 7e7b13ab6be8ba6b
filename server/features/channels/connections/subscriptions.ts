/** What the key of a subscription is locked for: moved to another customer's row it does not open. */
export function aboutSubscription(workspaceId: string, contactId: string): string {
  return `${workspaceId} subscription ${contactId}`
}
