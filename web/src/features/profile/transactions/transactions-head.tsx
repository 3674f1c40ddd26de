import css from './transactions-table.module.css'

export function TransactionsHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Customer</th>
        <th scope="col" className={css.amount}>
          Amount
        </th>
        <th scope="col" className={css.when}>
          Date
        </th>
        <th scope="col" className={css.status}>
          Status
        </th>
        <th scope="col" className={css.action}>
          <span className={css.unseen}>Action</span>
        </th>
      </tr>
    </thead>
  )
}
