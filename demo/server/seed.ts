import type { Transaction } from '@electric-sql/pglite'

interface SeedMember {
  readonly name: string
  readonly mailbox: string
  readonly desk: string
  readonly joinedAt: string
  /** Oldest first, each with its age in hours. */
  readonly notes: readonly (readonly [hoursAgo: number, text: string])[]
}

/** Fills a new database with the members of the desk and what was noted about them. */
export async function seed(tx: Transaction): Promise<void> {
  for (const member of members) await insertMember(tx, member)
}

async function insertMember(tx: Transaction, member: SeedMember): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'INSERT INTO members (name, email, desk, joined_at) VALUES ($1, $2, $3, $4) RETURNING id',
    [member.name, `${member.mailbox}@harbour.example`, member.desk, member.joinedAt],
  )
  for (const [hoursAgo, text] of member.notes) {
    await tx.query(
      `INSERT INTO notes (member_id, text, created_at)
       VALUES ($1, $2, now() - make_interval(hours => $3))`,
      [rows[0]?.id, text, hoursAgo],
    )
  }
}

const members: readonly SeedMember[] = [
  {
    name: 'Amara Okafor',
    mailbox: 'amara.okafor',
    desk: 'Equities',
    joinedAt: '2019-03-04T08:30:00Z',
    notes: [
      [171, 'Takes over the Nordic small caps from Tuesday.'],
      [52, 'Prefers block trades before 10:00; call, do not message.'],
      [3, 'Limit raised to 4.5m for the index rebalance.'],
    ],
  },
  {
    name: 'Benedikt Sørensen',
    mailbox: 'benedikt.sorensen',
    desk: 'Rates',
    joinedAt: '2016-09-19T07:45:00Z',
    notes: [
      [220, 'Covers the gilt auction every second Thursday.'],
      [29, 'Asked for the ten-year curve in the morning note.'],
    ],
  },
  {
    name: 'Chiara Lombardi',
    mailbox: 'chiara.lombardi',
    desk: 'FX',
    joinedAt: '2021-01-11T08:00:00Z',
    notes: [
      [98, 'Wants forwards quoted in pips, both sides.'],
      [46, 'Hedge for the Zurich account runs off at month end.'],
      [8, 'Confirmed the CHF fixing with the back office.'],
    ],
  },
  {
    name: 'Dmitri Volkov',
    mailbox: 'dmitri.volkov',
    desk: 'Commodities',
    joinedAt: '2014-05-26T06:50:00Z',
    notes: [
      [130, 'Copper warrants are to be rolled, not delivered.'],
      [20, 'Travels to Rotterdam until Friday; Thandiwe covers.'],
    ],
  },
  {
    name: 'Elif Yıldız',
    mailbox: 'elif.yildiz',
    desk: 'FX',
    joinedAt: '2022-06-07T08:15:00Z',
    notes: [
      [77, 'New counterparty limit for TRY is in force.'],
      [5, 'Asks for a second screen at the night desk.'],
    ],
  },
  {
    name: 'Farid Rahimi',
    mailbox: 'farid.rahimi',
    desk: 'Equities',
    joinedAt: '2018-11-12T09:00:00Z',
    notes: [
      [190, 'Compliance training is done for this year.'],
      [60, 'Watches the Lisbon listing; send the prospectus.'],
      [33, 'Wants fills confirmed in one message at the close.'],
      [11, 'Two tickets from yesterday need a second signature.'],
    ],
  },
  {
    name: 'Grace Mbeki',
    mailbox: 'grace.mbeki',
    desk: 'Rates',
    joinedAt: '2026-11-02T08:00:00Z',
    notes: [],
  },
  {
    name: 'Hiroshi Tanaka',
    mailbox: 'hiroshi.tanaka',
    desk: 'Rates',
    joinedAt: '2012-02-20T00:30:00Z',
    notes: [
      [240, 'Covers the Tokyo handover until 08:30.'],
      [120, 'Swaption grid moves to the new model next week.'],
      [15, 'Repo line with the custodian is renewed.'],
    ],
  },
  {
    name: 'Ingrid Halvorsen',
    mailbox: 'ingrid.halvorsen',
    desk: 'Commodities',
    joinedAt: '2017-08-14T07:20:00Z',
    notes: [
      [88, 'Power contracts settle against the Oslo hub.'],
      [26, 'Needs the weather feed on the new terminal.'],
    ],
  },
  {
    name: 'João Almeida',
    mailbox: 'joao.almeida',
    desk: 'Equities',
    joinedAt: '2023-04-17T08:40:00Z',
    notes: [
      [66, 'Shadows Amara on the rebalance.'],
      [2, 'First solo order went through without a query.'],
    ],
  },
  {
    name: 'Mei-Ling Chen',
    mailbox: 'mei-ling.chen',
    desk: 'FX',
    joinedAt: '2015-10-05T01:10:00Z',
    notes: [
      [144, 'Runs the offshore yuan book from Singapore.'],
      [40, 'Month-end fixing orders only before 15:30.'],
      [18, 'Happy to mentor one graduate this spring.'],
    ],
  },
  {
    name: 'Thandiwe Nkosi',
    mailbox: 'thandiwe.nkosi',
    desk: 'Commodities',
    joinedAt: '2020-07-01T07:00:00Z',
    notes: [
      [110, 'Signs for warehouse receipts in Durban.'],
      [22, 'Covers for Dmitri until Friday.'],
      [1, 'Wheat spread closed flat; report is filed.'],
    ],
  },
]
