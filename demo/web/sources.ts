/** The files behind a part of the page, by their names; each is loaded when it is looked at. */
export type Sources = Readonly<Record<string, () => Promise<{ readonly default: string }>>>

const memberResource: Sources = {
  'resources/Member.ts': () => import('./resources/Member.ts?raw'),
}

const noteResource: Sources = {
  'resources/Note.ts': () => import('./resources/Note.ts?raw'),
}

const orderResource: Sources = {
  'resources/Order.ts': () => import('./resources/Order.ts?raw'),
}

/** What is behind each part of the page: first the component that calls rtk-rest, then what it calls. */
export const sources = {
  Members: {
    'components/MemberList.tsx': () => import('./components/MemberList.tsx?raw'),
    'components/StaleNotice.tsx': () => import('./components/StaleNotice.tsx?raw'),
    ...memberResource,
  },
  'Selected member': {
    'components/MemberDetail.tsx': () => import('./components/MemberDetail.tsx?raw'),
    'components/RenameForm.tsx': () => import('./components/RenameForm.tsx?raw'),
    'components/NoteItem.tsx': () => import('./components/NoteItem.tsx?raw'),
    ...memberResource,
    ...noteResource,
  },
  'Latest notes': {
    'components/LatestNotes.tsx': () => import('./components/LatestNotes.tsx?raw'),
    ...noteResource,
  },
  'Live prices': {
    'components/LivePrices.tsx': () => import('./components/LivePrices.tsx?raw'),
    'resources/Quote.ts': () => import('./resources/Quote.ts?raw'),
  },
  Prices: {
    'components/Ticker.tsx': () => import('./components/Ticker.tsx?raw'),
    'resources/Quote.ts': () => import('./resources/Quote.ts?raw'),
  },
  Trades: {
    'components/TradesPanel.tsx': () => import('./components/TradesPanel.tsx?raw'),
    'components/Trades.tsx': () => import('./components/Trades.tsx?raw'),
    'resources/Trade.ts': () => import('./resources/Trade.ts?raw'),
  },
  Access: {
    'components/AccessPanel.tsx': () => import('./components/AccessPanel.tsx?raw'),
    'resources/Access.ts': () => import('./resources/Access.ts?raw'),
  },
  'New order': {
    'components/NewOrderForm.tsx': () => import('./components/NewOrderForm.tsx?raw'),
    ...orderResource,
  },
  Orders: {
    'components/OrderColumn.tsx': () => import('./components/OrderColumn.tsx?raw'),
    'components/OrderCard.tsx': () => import('./components/OrderCard.tsx?raw'),
    'components/OrdersView.tsx': () => import('./components/OrdersView.tsx?raw'),
    'components/orderActions.ts': () => import('./components/orderActions.ts?raw'),
    ...orderResource,
  },
} as const satisfies Readonly<Record<string, Sources>>
