-- What the migrations amount to; written by a test, not by hand:
-- UPDATE_SCHEMA=1 vitest run server/src/platform/describe-schema.test.ts

create table account_sources (
  merchant_id text not null,
  account_id text not null,
  source text not null,
  credentials_sealed bytea not null,
  connected_at timestamp with time zone not null,
  asked bigint default 0 not null,
  asked_times timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  failures integer default 0 not null,
  paused_until timestamp with time zone,
  last_worked_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  said text default ''::text not null,
  notice_id text default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text) not null,
  constraint account_sources_pkey PRIMARY KEY (merchant_id, account_id),
  constraint account_sources_asked_check CHECK ((asked >= 0)),
  constraint account_sources_asked_times_check CHECK ((cardinality(asked_times) <= 10)),
  constraint account_sources_credentials_sealed_check CHECK ((length(credentials_sealed) <= 4096)),
  constraint account_sources_failures_check CHECK ((failures >= 0)),
  constraint account_sources_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id),
  constraint account_sources_notice_id UNIQUE (notice_id),
  constraint account_sources_said_check CHECK ((length(said) <= 200)),
  constraint account_sources_source_check CHECK ((source = ANY (ARRAY['paytm-v3'::text, 'paytm-keyless'::text, 'phonepe-v2'::text, 'razorpay-qr'::text, 'cashfree'::text])))
);

create table accounts (
  merchant_id text not null,
  account_id text not null,
  mode text not null,
  provider text not null,
  merchant_name text not null,
  provider_merchant_id text default ''::text not null,
  upi_id text not null,
  is_personal_upi boolean default false not null,
  unique_amounts boolean default false not null,
  is_current boolean not null,
  created_at timestamp with time zone not null,
  revived_at timestamp with time zone,
  provider_makes_qr boolean default false not null,
  constraint accounts_pkey PRIMARY KEY (merchant_id, account_id),
  constraint accounts_account_id_check CHECK (((length(account_id) >= 1) AND (length(account_id) <= 64))),
  constraint accounts_check CHECK (((mode = 'test'::text) = (provider = 'simulator'::text))),
  constraint accounts_check1 CHECK (((mode = 'live'::text) OR (upi_id = (merchant_id || '@gallatest'::text)))),
  constraint accounts_check2 CHECK ((revived_at >= created_at)),
  constraint accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint accounts_merchant_name_check CHECK (((length(merchant_name) >= 1) AND (length(merchant_name) <= 100))),
  constraint accounts_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint accounts_provider_check CHECK ((provider = ANY (ARRAY['simulator'::text, 'paytm'::text, 'phonepe'::text, 'googlepay'::text, 'bharatpe'::text, 'other'::text]))),
  constraint accounts_provider_merchant_id_check CHECK ((length(provider_merchant_id) <= 100)),
  constraint accounts_upi_id_check CHECK (((length(upi_id) >= 3) AND (length(upi_id) <= 320))),
  constraint accounts_upi_id_once UNIQUE (merchant_id, mode, upi_id)
);
CREATE UNIQUE INDEX accounts_one_current ON public.accounts USING btree (merchant_id, mode) WHERE is_current;

create table alert_tokens (
  merchant_id text not null,
  account_id text not null,
  token_hash bytea not null,
  token_sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint alert_tokens_pkey PRIMARY KEY (merchant_id, account_id),
  constraint alert_tokens_hash UNIQUE (token_hash),
  constraint alert_tokens_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id)
);

create table alerts (
  merchant_id text not null,
  alert_id text not null,
  account_id text not null,
  mode text not null,
  received_at timestamp with time zone not null,
  occurred_at timestamp with time zone not null,
  telling_key bytea not null,
  sealed bytea not null,
  outcome text not null,
  pending boolean default false not null,
  credit_id text,
  constraint alerts_pkey PRIMARY KEY (merchant_id, alert_id),
  constraint alerts_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id),
  constraint alerts_merchant_id_credit_id_fkey FOREIGN KEY (merchant_id, credit_id) REFERENCES credits(merchant_id, credit_id),
  constraint alerts_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint alerts_outcome_check CHECK ((outcome = ANY (ARRAY['credit'::text, 'ignored'::text, 'unread'::text, 'untrusted'::text]))),
  constraint alerts_told_once UNIQUE (merchant_id, account_id, telling_key)
);
CREATE INDEX alerts_age ON public.alerts USING btree (received_at);
CREATE INDEX alerts_list ON public.alerts USING btree (merchant_id, mode, received_at, alert_id);
CREATE INDEX alerts_pending ON public.alerts USING btree (received_at) WHERE pending;
CREATE INDEX alerts_waiting ON public.alerts USING btree (merchant_id, mode, received_at, alert_id) WHERE (outcome = ANY (ARRAY['unread'::text, 'untrusted'::text]));

create table api_keys (
  merchant_id text not null,
  key_id text not null,
  mode text not null,
  scope text not null,
  is_main boolean not null,
  key_hash bytea not null,
  key_sealed bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  name text default ''::text not null,
  addresses cidr[],
  expires_at timestamp with time zone,
  refused_count bigint default 0 not null,
  refused_at timestamp with time zone,
  refused_why text,
  refused_from text,
  constraint api_keys_pkey PRIMARY KEY (merchant_id, key_id),
  constraint api_keys_addresses_check CHECK (((cardinality(addresses) >= 1) AND (cardinality(addresses) <= 20))),
  constraint api_keys_check CHECK (((NOT is_main) OR (scope = 'full'::text))),
  constraint api_keys_hash_once UNIQUE (key_hash),
  constraint api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint api_keys_main_does_not_end CHECK (((NOT is_main) OR (expires_at IS NULL))),
  constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint api_keys_name_check CHECK ((length(name) <= 100)),
  constraint api_keys_refused_count_check CHECK ((refused_count >= 0)),
  constraint api_keys_refused_from_check CHECK ((length(refused_from) <= 45)),
  constraint api_keys_refused_why_check CHECK ((length(refused_why) <= 40)),
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['full'::text, 'create'::text, 'read'::text])))
);
CREATE UNIQUE INDEX api_keys_one_main ON public.api_keys USING btree (merchant_id, mode) WHERE (is_main AND (revoked_at IS NULL));

create table api_request_gaps (
  merchant_id text not null,
  mode text not null,
  hour timestamp with time zone not null,
  missing bigint not null,
  constraint api_request_gaps_pkey PRIMARY KEY (merchant_id, mode, hour),
  constraint api_request_gaps_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint api_request_gaps_missing_check CHECK ((missing > 0)),
  constraint api_request_gaps_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table api_requests (
  merchant_id text not null,
  request_id text not null,
  mode text not null,
  key_id text not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  address text not null,
  request_body text,
  response_body text,
  constraint api_requests_pkey PRIMARY KEY (merchant_id, request_id),
  constraint api_requests_address_check CHECK ((length(address) <= 45)),
  constraint api_requests_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint api_requests_method_check CHECK ((length(method) <= 10)),
  constraint api_requests_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint api_requests_path_check CHECK ((length(path) <= 200)),
  constraint api_requests_request_body_check CHECK ((octet_length(request_body) <= 4096)),
  constraint api_requests_response_body_check CHECK ((octet_length(response_body) <= 1024)),
  constraint api_requests_status_check CHECK (((status >= 100) AND (status <= 999)))
);
CREATE INDEX api_requests_failed ON ONLY public.api_requests USING btree (merchant_id, mode, request_id) WHERE (response_body IS NOT NULL);
CREATE INDEX api_requests_newest ON ONLY public.api_requests USING btree (merchant_id, mode, request_id);

create table backups (
  finished_at timestamp with time zone not null,
  file text not null,
  bytes bigint not null,
  rows_kept bigint not null,
  files_kept bigint not null,
  with_key boolean not null,
  constraint backups_pkey PRIMARY KEY (finished_at, file),
  constraint backups_bytes_check CHECK ((bytes > 0)),
  constraint backups_file_check CHECK (((length(file) >= 1) AND (length(file) <= 255))),
  constraint backups_files_kept_check CHECK ((files_kept >= 0)),
  constraint backups_rows_kept_check CHECK ((rows_kept >= 0))
);

create table billing_details (
  merchant_id text not null,
  legal_name text not null,
  address text not null,
  state_code text not null,
  gstin text default ''::text not null,
  saved_at timestamp with time zone not null,
  constraint billing_details_pkey PRIMARY KEY (merchant_id),
  constraint billing_details_address_check CHECK (((length(address) >= 1) AND (length(address) <= 300))),
  constraint billing_details_gstin_check CHECK (((gstin = ''::text) OR (gstin ~ '^[0-9]{2}[0-9A-Z]{13}$'::text))),
  constraint billing_details_legal_name_check CHECK (((length(legal_name) >= 1) AND (length(legal_name) <= 100))),
  constraint billing_details_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint billing_details_state_code_check CHECK ((state_code ~ '^[0-9]{2}$'::text))
);

create table claim_decisions (
  merchant_id text not null,
  order_id text not null,
  utr text not null,
  decided_at timestamp with time zone not null,
  by_whom text not null,
  note text,
  constraint claim_decisions_pkey PRIMARY KEY (merchant_id, order_id, utr),
  constraint claim_decisions_merchant_id_order_id_utr_fkey FOREIGN KEY (merchant_id, order_id, utr) REFERENCES payment_claims(merchant_id, order_id, utr),
  constraint claim_decisions_note_check CHECK ((length(note) <= 1000))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.claim_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table closing_mails (
  merchant_id text not null,
  day date not null,
  sent_at timestamp with time zone not null,
  constraint closing_mails_pkey PRIMARY KEY (merchant_id, day)
);
CREATE INDEX closing_mails_age ON public.closing_mails USING btree (day);

create table closing_rounds (
  day date not null,
  after_merchant_id text not null,
  is_done boolean not null,
  constraint closing_rounds_pkey PRIMARY KEY (day)
);

create table credit_history (
  merchant_id text not null,
  credit_id text not null,
  entry_id text not null,
  at timestamp with time zone not null,
  state text not null,
  order_id text,
  by_whom text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint credit_history_pkey PRIMARY KEY (merchant_id, credit_id, entry_id),
  constraint credit_history_merchant_id_credit_id_fkey FOREIGN KEY (merchant_id, credit_id) REFERENCES credits(merchant_id, credit_id)
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.credit_history FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table credits (
  merchant_id text not null,
  credit_id text not null,
  account_id text not null,
  utr text,
  amount_paise bigint not null,
  received_at timestamp with time zone not null,
  payer_upi_id text,
  payer_name text,
  state text not null,
  order_id text,
  note text,
  created_at timestamp with time zone not null,
  constraint credits_pkey PRIMARY KEY (merchant_id, credit_id),
  constraint credits_amount_paise_check CHECK ((amount_paise > 0)),
  constraint credits_matched_to_an_order CHECK (((state <> 'matched'::text) OR (order_id IS NOT NULL))),
  constraint credits_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id),
  constraint credits_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES orders(merchant_id, order_id),
  constraint credits_note_check CHECK ((length(note) <= 1000)),
  constraint credits_payer_name_check CHECK ((length(payer_name) <= 255)),
  constraint credits_payer_upi_id_check CHECK ((length(payer_upi_id) <= 320)),
  constraint credits_settling UNIQUE (merchant_id, credit_id, amount_paise),
  constraint credits_state_check CHECK ((state = ANY (ARRAY['matched'::text, 'unmatched'::text, 'ambiguous'::text, 'amount_mismatch'::text, 'duplicate'::text, 'ignored'::text, 'refunded'::text]))),
  constraint credits_utr_check CHECK (((length(utr) >= 1) AND (length(utr) <= 35))),
  constraint credits_utr_once UNIQUE (merchant_id, account_id, utr),
  constraint credits_without_utr_never_match CHECK (((state <> 'matched'::text) OR (utr IS NOT NULL)))
);
CREATE INDEX credits_attention ON public.credits USING btree (credit_id) WHERE (state = ANY (ARRAY['unmatched'::text, 'ambiguous'::text, 'amount_mismatch'::text, 'duplicate'::text]));
CREATE INDEX credits_by_state ON public.credits USING btree (merchant_id, state, received_at, credit_id);
CREATE INDEX credits_of_order ON public.credits USING btree (merchant_id, order_id) WHERE (order_id IS NOT NULL);
CREATE TRIGGER follow_late_credit AFTER INSERT OR UPDATE OF order_id, payer_upi_id ON public.credits FOR EACH ROW WHEN (((new.order_id IS NOT NULL) AND (new.payer_upi_id IS NOT NULL))) EXECUTE FUNCTION follow_late_credit();
CREATE TRIGGER guard_credit BEFORE DELETE OR UPDATE ON public.credits FOR EACH ROW EXECUTE FUNCTION guard_credit();

create table email_changes (
  merchant_id text not null,
  change_id text not null,
  new_email text not null,
  token_hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (merchant_id),
  constraint email_changes_change_id_check CHECK ((change_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text)),
  constraint email_changes_check CHECK ((expires_at > created_at)),
  constraint email_changes_id_once UNIQUE (change_id),
  constraint email_changes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint email_changes_new_email_check CHECK (((length(new_email) >= 3) AND (length(new_email) <= 254))),
  constraint email_changes_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint email_changes_token_once UNIQUE (token_hash)
);
CREATE INDEX email_changes_expired ON public.email_changes USING btree (expires_at);

create table email_restores (
  merchant_id text not null,
  restore_id text not null,
  old_email text not null,
  token_hash bytea,
  changed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_restores_pkey PRIMARY KEY (merchant_id, restore_id),
  constraint email_restores_check CHECK ((expires_at > changed_at)),
  constraint email_restores_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint email_restores_old_email_check CHECK (((length(old_email) >= 3) AND (length(old_email) <= 254))),
  constraint email_restores_restore_id_check CHECK ((restore_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text)),
  constraint email_restores_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint email_restores_token_once UNIQUE (token_hash)
);
CREATE INDEX email_restores_by_email ON public.email_restores USING btree (old_email);
CREATE INDEX email_restores_expired ON public.email_restores USING btree (expires_at);

create table evidence (
  merchant_id text not null,
  credit_id text not null,
  source text not null,
  source_key text not null,
  amount_paise bigint not null,
  reference text,
  told_at timestamp with time zone not null,
  constraint evidence_pkey PRIMARY KEY (merchant_id, credit_id, source, source_key),
  constraint evidence_amount_paise_check CHECK ((amount_paise > 0)),
  constraint evidence_merchant_id_credit_id_fkey FOREIGN KEY (merchant_id, credit_id) REFERENCES credits(merchant_id, credit_id),
  constraint evidence_reference_check CHECK ((length(reference) <= 64)),
  constraint evidence_source_check CHECK ((source = ANY (ARRAY['provider'::text, 'alert'::text, 'statement'::text, 'manual'::text, 'simulator'::text]))),
  constraint evidence_source_key_check CHECK (((length(source_key) >= 1) AND (length(source_key) <= 200)))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.evidence FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table idempotent_replies (
  merchant_id text not null,
  mode text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  reply text,
  created_at timestamp with time zone not null,
  constraint idempotent_replies_pkey PRIMARY KEY (merchant_id, mode, idempotency_key),
  constraint idempotent_replies_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)))
);
CREATE INDEX idempotent_replies_age ON public.idempotent_replies USING btree (created_at);

create table invoice_numbers (
  financial_year text not null,
  last_number integer not null,
  constraint invoice_numbers_pkey PRIMARY KEY (financial_year),
  constraint invoice_numbers_last_number_check CHECK (((last_number >= 1) AND (last_number <= 999999)))
);

create table invoices (
  merchant_id text not null,
  order_id text not null,
  financial_year text not null,
  number integer not null,
  issued_at timestamp with time zone not null,
  content jsonb not null,
  pdf bytea,
  constraint invoices_pkey PRIMARY KEY (merchant_id, order_id),
  constraint invoices_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES plan_purchases(merchant_id, order_id),
  constraint invoices_number_once UNIQUE (financial_year, number)
);
CREATE TRIGGER guard_invoice BEFORE DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION guard_invoice();

create table known_devices (
  merchant_id text not null,
  token_hash bytea not null,
  added_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (merchant_id, token_hash),
  constraint known_devices_check CHECK ((last_used_at >= added_at)),
  constraint known_devices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint known_devices_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table kyc_document_views (
  merchant_id text not null,
  view_id text not null,
  document_id text not null,
  viewer_id text not null,
  viewer text not null,
  viewed_at timestamp with time zone not null,
  constraint kyc_document_views_pkey PRIMARY KEY (merchant_id, view_id),
  constraint kyc_document_views_merchant_id_document_id_fkey FOREIGN KEY (merchant_id, document_id) REFERENCES kyc_documents(merchant_id, document_id),
  constraint kyc_document_views_view_id_check CHECK ((view_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text)),
  constraint kyc_document_views_viewer_check CHECK ((viewer = ANY (ARRAY['merchant'::text, 'operator'::text]))),
  constraint kyc_document_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES merchants(merchant_id)
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.kyc_document_views FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table kyc_documents (
  merchant_id text not null,
  document_id text not null,
  submission_id text not null,
  "position" integer not null,
  media_type text not null,
  bytes integer not null,
  constraint kyc_documents_pkey PRIMARY KEY (merchant_id, document_id),
  constraint kyc_documents_bytes_check CHECK (((bytes >= 1) AND (bytes <= 33554432))),
  constraint kyc_documents_document_id_check CHECK ((document_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text)),
  constraint kyc_documents_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text]))),
  constraint kyc_documents_merchant_id_submission_id_fkey FOREIGN KEY (merchant_id, submission_id) REFERENCES kyc_submissions(merchant_id, submission_id),
  constraint kyc_documents_place_once UNIQUE (merchant_id, submission_id, "position"),
  constraint kyc_documents_position_check CHECK ((("position" >= 1) AND ("position" <= 5)))
);
CREATE INDEX kyc_documents_id ON public.kyc_documents USING btree (document_id);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.kyc_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table kyc_submissions (
  merchant_id text not null,
  submission_id text not null,
  document_type text not null,
  document_number bytea not null,
  status text not null,
  rejection_reason text,
  submitted_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  replaced_at timestamp with time zone,
  constraint kyc_submissions_pkey PRIMARY KEY (merchant_id, submission_id),
  constraint kyc_approved_stays CHECK (((status <> 'approved'::text) OR (replaced_at IS NULL))),
  constraint kyc_submissions_check CHECK (((status = 'rejected'::text) = (rejection_reason IS NOT NULL))),
  constraint kyc_submissions_check1 CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
  constraint kyc_submissions_check2 CHECK (((decided_at IS NULL) = (decided_by IS NULL))),
  constraint kyc_submissions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES merchants(merchant_id),
  constraint kyc_submissions_document_type_check CHECK ((document_type = ANY (ARRAY['passport'::text, 'drivingLincense'::text, 'aadharCard'::text, 'voterId'::text, 'panCard'::text, 'other'::text]))),
  constraint kyc_submissions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint kyc_submissions_rejection_reason_check CHECK (((length(rejection_reason) >= 1) AND (length(rejection_reason) <= 1000))),
  constraint kyc_submissions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint kyc_submissions_submission_id_check CHECK ((submission_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text))
);
CREATE INDEX kyc_submissions_queue ON public.kyc_submissions USING btree (status, submitted_at, merchant_id) WHERE (replaced_at IS NULL);
CREATE UNIQUE INDEX kyc_submissions_shown ON public.kyc_submissions USING btree (merchant_id) WHERE (replaced_at IS NULL);
CREATE TRIGGER guard_kyc_submission BEFORE DELETE OR UPDATE ON public.kyc_submissions FOR EACH ROW EXECUTE FUNCTION guard_kyc_submission();

create table late_changes (
  merchant_id text not null,
  mode text not null,
  transaction_id xid8 not null,
  changes bigint not null,
  constraint late_changes_pkey PRIMARY KEY (merchant_id, mode, transaction_id),
  constraint late_changes_changes_check CHECK ((changes > 0)),
  constraint late_changes_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table ledger_checks (
  checked_at timestamp with time zone not null,
  night date,
  took_ms integer not null,
  orders bigint not null,
  credits bigint not null,
  faults bigint not null,
  report jsonb not null,
  constraint ledger_checks_pkey PRIMARY KEY (checked_at),
  constraint ledger_checks_credits_check CHECK ((credits >= 0)),
  constraint ledger_checks_faults_check CHECK ((faults >= 0)),
  constraint ledger_checks_once_a_night UNIQUE (night),
  constraint ledger_checks_orders_check CHECK ((orders >= 0)),
  constraint ledger_checks_took_ms_check CHECK ((took_ms >= 0))
);

create table listed_orders (
  merchant_id text not null,
  mode text not null,
  order_id text not null,
  slice text not null,
  status text not null,
  payable_paise bigint not null,
  customer_mobile text not null,
  words text not null,
  constraint listed_orders_pkey PRIMARY KEY (merchant_id, mode, order_id) INCLUDE (status, payable_paise),
  constraint listed_orders_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint listed_orders_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'success'::text, 'failed'::text])))
);
CREATE INDEX listed_orders_amount ON public.listed_orders USING btree (merchant_id, mode, payable_paise, order_id) INCLUDE (status);
CREATE INDEX listed_orders_marks ON public.listed_orders USING gin (order_marks(merchant_id, mode, slice, status, customer_mobile, payable_paise, words) COLLATE "C") WITH (fastupdate='on');
CREATE INDEX listed_orders_status ON public.listed_orders USING btree (merchant_id, mode, status, order_id) INCLUDE (payable_paise);
CREATE TRIGGER follow_late_listing AFTER DELETE OR UPDATE ON public.listed_orders FOR EACH ROW EXECUTE FUNCTION follow_late_listing();

create table merchants (
  merchant_id text not null,
  role text not null,
  is_platform boolean default false not null,
  name text not null,
  email text not null,
  mobile_number text not null,
  website_name text default ''::text not null,
  website_url text default ''::text not null,
  password_hash text not null,
  support_email text default ''::text not null,
  support_phone text default ''::text not null,
  show_support boolean default false not null,
  mode text default 'test'::text not null,
  suspended_at timestamp with time zone,
  suspended_reason text,
  created_at timestamp with time zone not null,
  first_login_at timestamp with time zone,
  closing_mail boolean default true not null,
  key_shown_once boolean default false not null,
  constraint merchants_pkey PRIMARY KEY (merchant_id),
  constraint merchants_check CHECK (((NOT is_platform) OR (role = 'operator'::text))),
  constraint merchants_check1 CHECK (((suspended_reason IS NULL) OR (suspended_at IS NOT NULL))),
  constraint merchants_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint merchants_email_once UNIQUE (email),
  constraint merchants_merchant_id_check CHECK ((merchant_id ~ '^mer_[0-9a-hjkmnp-tv-z]{26}$'::text)),
  constraint merchants_mobile_number_check CHECK ((length(mobile_number) <= 32)),
  constraint merchants_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint merchants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint merchants_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
  constraint merchants_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text]))),
  constraint merchants_support_email_check CHECK ((length(support_email) <= 254)),
  constraint merchants_support_phone_check CHECK ((length(support_phone) <= 20)),
  constraint merchants_suspended_reason_check CHECK ((length(suspended_reason) <= 1000)),
  constraint merchants_website_name_check CHECK ((length(website_name) <= 100)),
  constraint merchants_website_url_check CHECK ((length(website_url) <= 2048))
);
CREATE INDEX merchants_marks ON public.merchants USING gin (word_marks(merchant_words(merchant_id, name, email, website_name, mobile_number)) COLLATE "C");
CREATE UNIQUE INDEX merchants_one_platform ON public.merchants USING btree (is_platform) WHERE is_platform;
CREATE INDEX merchants_suspended ON public.merchants USING btree (merchant_id) WHERE (suspended_at IS NOT NULL);

create table migrations (
  name text not null,
  checksum text not null,
  ran_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table operator_acts (
  act_id text not null,
  operator_id text not null,
  at timestamp with time zone not null,
  act text not null,
  about_merchant_id text,
  subject text not null,
  reason text,
  before jsonb not null,
  after jsonb not null,
  constraint operator_acts_pkey PRIMARY KEY (act_id),
  constraint operator_acts_about_merchant_id_fkey FOREIGN KEY (about_merchant_id) REFERENCES merchants(merchant_id),
  constraint operator_acts_act_check CHECK (((length(act) >= 1) AND (length(act) <= 64))),
  constraint operator_acts_act_id_check CHECK ((act_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text)),
  constraint operator_acts_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES merchants(merchant_id),
  constraint operator_acts_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  constraint operator_acts_subject_check CHECK ((length(subject) <= 255))
);
CREATE INDEX operator_acts_about ON public.operator_acts USING btree (about_merchant_id, act_id) WHERE (about_merchant_id IS NOT NULL);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.operator_acts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table order_checks (
  merchant_id text not null,
  order_id text not null,
  asked integer default 0 not null,
  asked_at timestamp with time zone,
  leased_by text,
  leased_until timestamp with time zone,
  answers jsonb default '[]'::jsonb not null,
  shared integer default 0 not null,
  alone boolean default false not null,
  constraint order_checks_pkey PRIMARY KEY (merchant_id, order_id),
  constraint order_checks_answers_check CHECK ((jsonb_array_length(answers) <= 30)),
  constraint order_checks_asked_check CHECK ((asked >= 0)),
  constraint order_checks_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES orders(merchant_id, order_id),
  constraint order_checks_shared_check CHECK ((shared >= 0))
);

create table order_history (
  merchant_id text not null,
  order_id text not null,
  version integer not null,
  at timestamp with time zone not null,
  event text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint order_history_pkey PRIMARY KEY (merchant_id, order_id, version),
  constraint order_history_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES orders(merchant_id, order_id),
  constraint order_history_version_check CHECK ((version > 1))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.order_history FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table order_notes (
  merchant_id text not null,
  order_id text not null,
  number integer not null,
  at timestamp with time zone not null,
  body text not null,
  by_whom text not null,
  constraint order_notes_pkey PRIMARY KEY (merchant_id, order_id, number),
  constraint order_notes_body_check CHECK (((length(body) >= 1) AND (length(body) <= 1000))),
  constraint order_notes_by_whom_check CHECK (((length(by_whom) >= 1) AND (length(by_whom) <= 254))),
  constraint order_notes_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES orders(merchant_id, order_id),
  constraint order_notes_number_check CHECK (((number >= 1) AND (number <= 200)))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.order_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table order_slices (
  merchant_id text not null,
  mode text not null,
  first_id text not null,
  orders integer not null,
  constraint order_slices_pkey PRIMARY KEY (merchant_id, mode, first_id),
  constraint order_slices_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint order_slices_orders_check CHECK ((orders >= 0))
);

create table order_totals (
  merchant_id text not null,
  mode text not null,
  span text not null,
  begins_at timestamp with time zone not null,
  status text not null,
  orders bigint not null,
  paise bigint not null,
  constraint order_totals_pkey PRIMARY KEY (merchant_id, mode, span, begins_at, status),
  constraint order_totals_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint order_totals_orders_check CHECK ((orders >= 0)),
  constraint order_totals_paise_check CHECK ((paise >= 0)),
  constraint order_totals_span_check CHECK ((span = ANY (ARRAY['hour'::text, 'day'::text]))),
  constraint order_totals_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'success'::text, 'failed'::text])))
);

create table order_watermarks (
  follower text not null,
  followed_to text not null,
  times_set_back bigint default 0 not null,
  constraint order_watermarks_pkey PRIMARY KEY (follower),
  constraint order_watermarks_followed_to_check CHECK ((length(followed_to) <= 26)),
  constraint order_watermarks_follower_check CHECK ((follower = 'totals'::text))
);
CREATE TRIGGER count_setting_back BEFORE UPDATE ON public.order_watermarks FOR EACH ROW WHEN ((new.followed_to < old.followed_to)) EXECUTE FUNCTION count_setting_back();

create table orders (
  merchant_id text not null,
  order_id text not null,
  mode text not null,
  account_id text not null,
  client_txn_id text not null,
  request_hash bytea not null,
  status text default 'created'::text not null,
  failure_reason text,
  version integer default 1 not null,
  attempt integer default 1 not null,
  amount_paise bigint not null,
  payable_paise bigint not null,
  purpose text not null,
  customer_name text not null,
  customer_email text not null,
  customer_mobile text not null,
  redirect_url text not null,
  udf1 text,
  udf2 text,
  udf3 text,
  created_at timestamp with time zone not null,
  window_seconds integer not null,
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  due_at timestamp with time zone,
  next_check_at timestamp with time zone,
  paid_at timestamp with time zone,
  paid_late boolean default false not null,
  settled_by_credit_id text,
  settled_paise bigint,
  amount_accepted_by text,
  amount_accepted_why text,
  checks_from timestamp with time zone,
  dialect text,
  order_number bigint,
  constraint orders_pkey PRIMARY KEY (merchant_id, order_id),
  constraint orders_account FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id),
  constraint orders_amount_paise_check CHECK (((amount_paise >= 1) AND (amount_paise <= 100000000))),
  constraint orders_attempt_check CHECK (((attempt >= 1) AND (attempt <= 5))),
  constraint orders_check CHECK (((payable_paise >= 1) AND (payable_paise <= amount_paise))),
  constraint orders_client_txn_id_check CHECK (((length(client_txn_id) >= 1) AND (length(client_txn_id) <= 64))),
  constraint orders_client_txn_id_once UNIQUE (merchant_id, mode, client_txn_id),
  constraint orders_customer_email_check CHECK ((length(customer_email) <= 254)),
  constraint orders_customer_mobile_check CHECK ((length(customer_mobile) <= 32)),
  constraint orders_customer_name_check CHECK ((length(customer_name) <= 100)),
  constraint orders_dialect_check CHECK ((dialect = ANY (ARRAY['ekqr'::text, 'cutepe'::text]))),
  constraint orders_ekqr_is_numbered CHECK (((dialect IS DISTINCT FROM 'ekqr'::text) OR (order_number IS NOT NULL))),
  constraint orders_failed_for_a_reason CHECK (((status = 'failed'::text) = (failure_reason IS NOT NULL))),
  constraint orders_failure_reason_check CHECK ((failure_reason = ANY (ARRAY['declined'::text, 'expired'::text]))),
  constraint orders_final_is_not_due CHECK (((due_at IS NULL) OR ((status <> 'success'::text) AND (failure_reason IS DISTINCT FROM 'expired'::text)))),
  constraint orders_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint orders_order_id_check CHECK ((order_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text)),
  constraint orders_order_number_check CHECK (((order_number >= 0) AND (order_number <= '9007199254740991'::bigint))),
  constraint orders_purpose_check CHECK ((length(purpose) <= 255)),
  constraint orders_redirect_url_check CHECK ((length(redirect_url) <= 2048)),
  constraint orders_settled_amount_is_payable CHECK (((settled_paise = payable_paise) OR ((amount_accepted_by IS NOT NULL) AND (amount_accepted_why IS NOT NULL)))),
  constraint orders_settled_by FOREIGN KEY (merchant_id, settled_by_credit_id, settled_paise) REFERENCES credits(merchant_id, credit_id, amount_paise),
  constraint orders_settled_once UNIQUE (merchant_id, settled_by_credit_id),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'success'::text, 'failed'::text]))),
  constraint orders_success_is_settled CHECK ((((status = 'success'::text) = (settled_by_credit_id IS NOT NULL)) AND ((status = 'success'::text) = (settled_paise IS NOT NULL)) AND ((status = 'success'::text) = (paid_at IS NOT NULL)))),
  constraint orders_udf1_check CHECK ((length(udf1) <= 255)),
  constraint orders_udf2_check CHECK ((length(udf2) <= 255)),
  constraint orders_udf3_check CHECK ((length(udf3) <= 255)),
  constraint orders_version_check CHECK ((version > 0)),
  constraint orders_window_seconds_check CHECK (((window_seconds >= 1) AND (window_seconds <= 2592000)))
);
CREATE INDEX orders_check_due ON public.orders USING btree (merchant_id, account_id, next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX orders_due ON public.orders USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX orders_number ON public.orders USING btree (merchant_id, order_number) WHERE (order_number IS NOT NULL);
CREATE INDEX orders_open_long ON public.orders USING btree (merchant_id, account_id, payable_paise, expires_at) WHERE ((settled_by_credit_id IS NULL) AND ((window_seconds > 900) OR (attempt > 1)));
CREATE UNIQUE INDEX orders_order_id ON public.orders USING btree (order_id text_pattern_ops);
CREATE INDEX orders_paid_late ON public.orders USING btree (merchant_id, paid_at) WHERE paid_late;
CREATE TRIGGER follow_late_change AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (new.created_at < (now() - '01:00:00'::interval)))) EXECUTE FUNCTION follow_late_order();
CREATE TRIGGER follow_late_insert AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.created_at < (now() - '01:00:00'::interval))) EXECUTE FUNCTION follow_late_order();
CREATE TRIGGER guard_order BEFORE DELETE OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION guard_order();

create table password_resets (
  merchant_id text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (merchant_id),
  constraint password_resets_check CHECK ((expires_at > created_at)),
  constraint password_resets_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint password_resets_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint password_resets_token_once UNIQUE (token_hash)
);
CREATE INDEX password_resets_expired ON public.password_resets USING btree (expires_at);

create table payment_claims (
  merchant_id text not null,
  order_id text not null,
  utr text not null,
  claimed_at timestamp with time zone not null,
  constraint payment_claims_pkey PRIMARY KEY (merchant_id, order_id, utr),
  constraint payment_claims_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES orders(merchant_id, order_id),
  constraint payment_claims_utr_check CHECK ((utr ~ '^[0-9]{12}$'::text))
);
CREATE INDEX payment_claims_by_time ON public.payment_claims USING btree (merchant_id, claimed_at);
CREATE INDEX payment_claims_by_utr ON public.payment_claims USING btree (merchant_id, utr);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.payment_claims FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table plan_offers (
  plan_name text not null,
  billing_cycle text not null,
  valid_from timestamp with time zone not null,
  price_paise bigint not null,
  qr_requests integer not null,
  set_by text not null,
  constraint plan_offers_pkey PRIMARY KEY (plan_name, billing_cycle, valid_from),
  constraint plan_offers_price_paise_check CHECK (((price_paise >= 1) AND (price_paise <= 100000000))),
  constraint plan_offers_qr_requests_check CHECK ((qr_requests > 0))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.plan_offers FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table plan_purchases (
  merchant_id text not null,
  order_id text not null,
  platform_merchant_id text not null,
  plan_name text not null,
  billing_cycle text not null,
  cycle_days integer not null,
  price_paise bigint not null,
  qr_requests integer not null,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  change text,
  carried_qr_requests integer,
  expires_at timestamp with time zone,
  constraint plan_purchases_pkey PRIMARY KEY (merchant_id, order_id),
  constraint plan_purchases_carried_qr_requests_check CHECK ((carried_qr_requests >= 0)),
  constraint plan_purchases_change_check CHECK ((change = ANY (ARRAY['started'::text, 'renewed'::text, 'replaced'::text]))),
  constraint plan_purchases_check CHECK (((activated_at IS NULL) = (change IS NULL))),
  constraint plan_purchases_check1 CHECK (((activated_at IS NULL) = (carried_qr_requests IS NULL))),
  constraint plan_purchases_check2 CHECK (((activated_at IS NULL) = (expires_at IS NULL))),
  constraint plan_purchases_cycle_days_check CHECK ((cycle_days > 0)),
  constraint plan_purchases_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint plan_purchases_order_once UNIQUE (order_id),
  constraint plan_purchases_platform_merchant_id_order_id_fkey FOREIGN KEY (platform_merchant_id, order_id) REFERENCES orders(merchant_id, order_id),
  constraint plan_purchases_price_paise_check CHECK ((price_paise > 0)),
  constraint plan_purchases_qr_requests_check CHECK ((qr_requests > 0))
);
CREATE TRIGGER guard_purchase BEFORE DELETE OR UPDATE ON public.plan_purchases FOR EACH ROW EXECUTE FUNCTION guard_purchase();

create table plan_warnings (
  merchant_id text not null,
  order_id text not null,
  kind text not null,
  warned_at timestamp with time zone not null,
  constraint plan_warnings_pkey PRIMARY KEY (merchant_id, order_id, kind),
  constraint plan_warnings_kind_check CHECK ((kind = ANY (ARRAY['days_7'::text, 'days_1'::text, 'quota_80'::text, 'quota_100'::text]))),
  constraint plan_warnings_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES plan_purchases(merchant_id, order_id)
);

create table provider_notices (
  merchant_id text not null,
  account_id text not null,
  source text not null,
  event_id text not null,
  received_at timestamp with time zone not null,
  said text not null,
  constraint provider_notices_pkey PRIMARY KEY (merchant_id, account_id, source, event_id),
  constraint provider_notices_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 128))),
  constraint provider_notices_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id),
  constraint provider_notices_said_check CHECK ((length(said) <= 200))
);
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE ON public.provider_notices FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table provider_qrs (
  merchant_id text not null,
  reference text not null,
  account_id text not null,
  source text not null,
  order_id text not null,
  attempt integer not null,
  client_txn_id text not null,
  amount_paise bigint not null,
  reserved_at timestamp with time zone not null,
  reserved_by text not null,
  ends_at timestamp with time zone not null,
  provider_id text,
  link text,
  published_at timestamp with time zone,
  abandoned_at timestamp with time zone,
  close_due_at timestamp with time zone,
  close_tries integer default 0 not null,
  closed_at timestamp with time zone,
  published_order_id text generated always as (
CASE
    WHEN (published_at IS NOT NULL) THEN order_id
    ELSE NULL::text
END) stored,
  constraint provider_qrs_pkey PRIMARY KEY (merchant_id, reference),
  constraint provider_qrs_abandoned_is_closed CHECK (((abandoned_at IS NULL) OR (close_due_at IS NOT NULL) OR (closed_at IS NOT NULL))),
  constraint provider_qrs_amount_paise_check CHECK ((amount_paise > 0)),
  constraint provider_qrs_attempt_check CHECK (((attempt >= 1) AND (attempt <= 5))),
  constraint provider_qrs_close_tries_check CHECK ((close_tries >= 0)),
  constraint provider_qrs_closed_is_decided CHECK (((closed_at IS NULL) OR (published_at IS NOT NULL) OR (abandoned_at IS NOT NULL))),
  constraint provider_qrs_link_check CHECK ((length(link) <= 1024)),
  constraint provider_qrs_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id),
  constraint provider_qrs_of_an_order FOREIGN KEY (merchant_id, published_order_id) REFERENCES orders(merchant_id, order_id),
  constraint provider_qrs_provider_id_check CHECK (((length(provider_id) >= 1) AND (length(provider_id) <= 100))),
  constraint provider_qrs_published_is_made CHECK (((published_at IS NULL) OR ((provider_id IS NOT NULL) AND (link IS NOT NULL)))),
  constraint provider_qrs_published_or_abandoned CHECK (((published_at IS NULL) OR (abandoned_at IS NULL))),
  constraint provider_qrs_reference_check CHECK ((reference ~ '^[A-Za-z0-9_-]{1,40}$'::text))
);
CREATE INDEX provider_qrs_close_due ON public.provider_qrs USING btree (close_due_at) WHERE (close_due_at IS NOT NULL);
CREATE UNIQUE INDEX provider_qrs_one_of_attempt ON public.provider_qrs USING btree (merchant_id, order_id, attempt) WHERE (abandoned_at IS NULL);
CREATE UNIQUE INDEX provider_qrs_one_reserved ON public.provider_qrs USING btree (merchant_id, client_txn_id) WHERE ((published_at IS NULL) AND (abandoned_at IS NULL));
CREATE UNIQUE INDEX provider_qrs_provider_id ON public.provider_qrs USING btree (merchant_id, account_id, source, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX provider_qrs_reserved ON public.provider_qrs USING btree (reserved_at) WHERE ((published_at IS NULL) AND (abandoned_at IS NULL));
CREATE TRIGGER guard_provider_qr BEFORE DELETE OR UPDATE ON public.provider_qrs FOR EACH ROW EXECUTE FUNCTION guard_provider_qr();

create table quotas (
  merchant_id text not null,
  trial_left integer not null,
  plan_left integer default 0 not null,
  plan_expires_at timestamp with time zone,
  used bigint default 0 not null,
  constraint quotas_pkey PRIMARY KEY (merchant_id),
  constraint quotas_check CHECK (((plan_left = 0) OR (plan_expires_at IS NOT NULL))),
  constraint quotas_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint quotas_plan_left_check CHECK ((plan_left >= 0)),
  constraint quotas_trial_left_check CHECK ((trial_left >= 0)),
  constraint quotas_used_check CHECK ((used >= 0))
);

create table rate_counters (
  name text not null,
  key_hash bytea not null,
  window_started_at timestamp with time zone not null,
  window_ends_at timestamp with time zone not null,
  count integer not null,
  constraint rate_counters_pkey PRIMARY KEY (name, key_hash),
  constraint rate_counters_check CHECK ((window_ends_at > window_started_at)),
  constraint rate_counters_count_check CHECK ((count >= 0))
);
CREATE INDEX rate_counters_ended ON public.rate_counters USING btree (window_ends_at);

create table recovery_codes (
  merchant_id text not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (merchant_id, code_hash),
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint recovery_codes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES second_factors(merchant_id) ON DELETE CASCADE
);

create table second_factors (
  merchant_id text not null,
  secret_sealed bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step integer default 0 not null,
  constraint second_factors_pkey PRIMARY KEY (merchant_id),
  constraint second_factors_last_step_check CHECK ((last_step >= 0)),
  constraint second_factors_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id)
);

create table security_events (
  merchant_id text not null,
  event_id text not null,
  at timestamp with time zone not null,
  kind text not null,
  network text not null,
  device text not null,
  subject text not null,
  constraint security_events_pkey PRIMARY KEY (merchant_id, event_id),
  constraint security_events_device_check CHECK ((length(device) <= 60)),
  constraint security_events_event_id_check CHECK ((event_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text)),
  constraint security_events_kind_check CHECK ((kind ~ '^[a-z_]{3,40}$'::text)),
  constraint security_events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint security_events_network_check CHECK ((length(network) <= 45)),
  constraint security_events_subject_check CHECK ((length(subject) <= 400))
);
CREATE INDEX security_events_by_age ON public.security_events USING btree (at);

create table sessions (
  merchant_id text not null,
  token_hash bytea not null,
  mode text not null,
  remember boolean not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  session_id text not null,
  confirmed_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (merchant_id, token_hash),
  constraint sessions_check CHECK ((expires_at > created_at)),
  constraint sessions_id_once UNIQUE (merchant_id, session_id),
  constraint sessions_id_shape CHECK ((session_id ~ '^ses_[0-9A-Za-z]{26,32}$'::text)),
  constraint sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint sessions_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_token_once UNIQUE (token_hash),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 255))
);
CREATE INDEX sessions_expired ON public.sessions USING btree (expires_at);

create table statements (
  merchant_id text not null,
  statement_id text not null,
  account_id text not null,
  mode text not null,
  state text not null,
  file_name text not null,
  format jsonb not null,
  header integer not null,
  columns jsonb not null,
  preview_sealed bytea,
  rows integer not null,
  read integer default 0 not null,
  imported integer default 0 not null,
  matched integer default 0 not null,
  duplicates integer default 0 not null,
  ignored jsonb default '{"blank": 0, "debit": 0, "other": 0, "unsuccessful": 0}'::jsonb not null,
  errors jsonb default '[]'::jsonb not null,
  error_count integer default 0 not null,
  failure text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint statements_pkey PRIMARY KEY (merchant_id, statement_id),
  constraint statements_check CHECK (((matched >= 0) AND (matched <= imported))),
  constraint statements_duplicates_check CHECK ((duplicates >= 0)),
  constraint statements_error_count_check CHECK ((error_count >= 0)),
  constraint statements_failed_for_a_reason CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint statements_failure_check CHECK ((length(failure) <= 300)),
  constraint statements_file_name_check CHECK ((length(file_name) <= 100)),
  constraint statements_finished CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  constraint statements_header_check CHECK ((header >= 0)),
  constraint statements_imported_check CHECK ((imported >= 0)),
  constraint statements_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id),
  constraint statements_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint statements_preview_with_the_file CHECK (((state = ANY (ARRAY['preview'::text, 'importing'::text])) = (preview_sealed IS NOT NULL))),
  constraint statements_read_check CHECK ((read >= 0)),
  constraint statements_rows_check CHECK ((rows >= 0)),
  constraint statements_state_check CHECK ((state = ANY (ARRAY['preview'::text, 'importing'::text, 'done'::text, 'failed'::text]))),
  constraint statements_statement_id_check CHECK ((statement_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'::text))
);
CREATE INDEX statements_age ON public.statements USING btree (created_at);

create table subscriptions (
  merchant_id text not null,
  order_id text not null,
  started_at timestamp with time zone not null,
  qr_limit integer not null,
  constraint subscriptions_pkey PRIMARY KEY (merchant_id),
  constraint subscriptions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES quotas(merchant_id),
  constraint subscriptions_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES plan_purchases(merchant_id, order_id),
  constraint subscriptions_qr_limit_check CHECK ((qr_limit > 0))
);

create table taken_amounts (
  merchant_id text not null,
  account_id text not null,
  payable_paise bigint not null,
  order_id text not null,
  free_at timestamp with time zone not null,
  constraint taken_amounts_pkey PRIMARY KEY (merchant_id, account_id, payable_paise),
  constraint taken_amounts_merchant_id_account_id_fkey FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, account_id),
  constraint taken_amounts_payable_paise_check CHECK ((payable_paise > 0))
);
CREATE INDEX taken_amounts_freed ON public.taken_amounts USING btree (free_at);
CREATE INDEX taken_amounts_of_order ON public.taken_amounts USING btree (merchant_id, order_id);

create table webhook_attempts (
  merchant_id text not null,
  mode text not null,
  event_id text not null,
  attempt integer not null,
  at timestamp with time zone not null,
  url text not null,
  status integer,
  duration_ms integer not null,
  error text,
  response text,
  request_headers json,
  request_body text,
  constraint webhook_attempts_pkey PRIMARY KEY (merchant_id, mode, event_id, attempt),
  constraint webhook_attempts_attempt_check1 CHECK ((attempt > 0)),
  constraint webhook_attempts_duration_ms_check1 CHECK ((duration_ms >= 0)),
  constraint webhook_attempts_error_check1 CHECK ((length(error) <= 500)),
  constraint webhook_attempts_request_body_check1 CHECK ((octet_length(request_body) <= 20480)),
  constraint webhook_attempts_request_headers_check1 CHECK ((octet_length((request_headers)::text) <= 8192)),
  constraint webhook_attempts_response_check1 CHECK ((octet_length(response) <= 1024)),
  constraint webhook_attempts_status_check1 CHECK (((status >= 100) AND (status <= 999))),
  constraint webhook_attempts_url_check CHECK ((length(url) <= 2048))
);

create table webhook_endpoints (
  merchant_id text not null,
  mode text not null,
  url text,
  format text default 'standard'::text not null,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  paused_at timestamp with time zone,
  pause_reason text,
  created_at timestamp with time zone not null,
  format_chosen boolean default false not null,
  tells_failures boolean default false not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (merchant_id, mode),
  constraint webhook_endpoints_format_check CHECK ((format = ANY (ARRAY['standard'::text, 'ekqr'::text, 'cutepe'::text]))),
  constraint webhook_endpoints_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint webhook_endpoints_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint webhook_endpoints_pause_reason_check CHECK ((pause_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
  constraint webhook_endpoints_paused_for_a_reason CHECK (((paused_at IS NULL) = (pause_reason IS NULL))),
  constraint webhook_endpoints_previous_secret_ends CHECK (((previous_secret_sealed IS NULL) = (previous_secret_until IS NULL))),
  constraint webhook_endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)))
);
CREATE INDEX webhook_endpoints_unhealthy ON public.webhook_endpoints USING btree (merchant_id, mode) WHERE ((failing_since IS NOT NULL) OR (paused_at IS NOT NULL));

create table webhook_event_readers (
  merchant_id text not null,
  mode text not null,
  last_position bigint default 0 not null,
  constraint webhook_event_readers_pkey PRIMARY KEY (merchant_id, mode),
  constraint webhook_event_readers_last_position_check CHECK ((last_position >= 0)),
  constraint webhook_event_readers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint webhook_event_readers_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table webhook_events (
  merchant_id text not null,
  event_id text not null,
  mode text not null,
  order_id text,
  event text not null,
  sequence integer not null,
  payload text not null,
  created_at timestamp with time zone not null,
  dialect text,
  "position" bigint,
  has_delivery boolean default false not null,
  constraint webhook_events_pkey PRIMARY KEY (merchant_id, mode, event_id),
  constraint webhook_events_dialect_check CHECK ((dialect = ANY (ARRAY['ekqr'::text, 'cutepe'::text]))),
  constraint webhook_events_event_check CHECK (((length(event) >= 1) AND (length(event) <= 64))),
  constraint webhook_events_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint webhook_events_once UNIQUE (merchant_id, order_id, sequence),
  constraint webhook_events_payload_check CHECK ((octet_length(payload) <= 20480)),
  constraint webhook_events_position_check CHECK (("position" > 0)),
  constraint webhook_events_sequence_check CHECK ((sequence > 0))
);
CREATE INDEX webhook_events_age ON public.webhook_events USING btree (created_at);
CREATE UNIQUE INDEX webhook_events_position ON public.webhook_events USING btree (merchant_id, mode, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX webhook_events_unplaced ON public.webhook_events USING btree (merchant_id, mode, event_id) WHERE (("position" IS NULL) AND (order_id IS NOT NULL));

create unlogged table webhook_leases (
  merchant_id text not null,
  mode text not null,
  event_id text not null,
  worker_id text not null,
  until timestamp with time zone not null,
  constraint webhook_leases_pkey PRIMARY KEY (merchant_id, mode, event_id)
);

create table webhook_replays (
  merchant_id text not null,
  replay_id text not null,
  mode text not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  state text not null,
  as_of timestamp with time zone not null,
  walked_to text default ''::text not null,
  expected integer not null,
  sent integer default 0 not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  stopped boolean default false not null,
  worked_at timestamp with time zone,
  constraint webhook_replays_pkey PRIMARY KEY (merchant_id, replay_id),
  constraint webhook_replays_check CHECK ((from_at < to_at)),
  constraint webhook_replays_expected_check CHECK ((expected >= 0)),
  constraint webhook_replays_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  constraint webhook_replays_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint webhook_replays_sent_check CHECK ((sent >= 0)),
  constraint webhook_replays_state_check CHECK (((length(state) >= 1) AND (length(state) <= 20)))
);
CREATE INDEX webhook_replays_newest ON public.webhook_replays USING btree (merchant_id, mode, replay_id);
CREATE UNIQUE INDEX webhook_replays_one_open ON public.webhook_replays USING btree (merchant_id, mode) WHERE (finished_at IS NULL);

create table webhook_undelivered (
  merchant_id text not null,
  mode text not null,
  event_id text not null,
  url text not null,
  state text not null,
  due_at timestamp with time zone,
  attempts_made integer default 0 not null,
  attempts_before integer default 0 not null,
  revived_at timestamp with time zone,
  constraint webhook_undelivered_pkey PRIMARY KEY (merchant_id, mode, event_id),
  constraint webhook_undelivered_attempts_made_check CHECK ((attempts_made >= 0)),
  constraint webhook_undelivered_check CHECK (((attempts_before >= 0) AND (attempts_before <= attempts_made))),
  constraint webhook_undelivered_due_while_waiting CHECK (((state = ANY (ARRAY['pending'::text, 'failed'::text])) = (due_at IS NOT NULL))),
  constraint webhook_undelivered_event FOREIGN KEY (merchant_id, mode, event_id) REFERENCES webhook_events(merchant_id, mode, event_id) ON DELETE CASCADE,
  constraint webhook_undelivered_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'failed'::text, 'exhausted'::text, 'paused'::text]))),
  constraint webhook_undelivered_url_check CHECK ((length(url) <= 2048))
);
CREATE INDEX webhook_undelivered_due ON public.webhook_undelivered USING btree (merchant_id, mode, due_at, event_id) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_undelivered_state ON public.webhook_undelivered USING btree (merchant_id, mode, state, event_id);

create table wrapped_data_keys (
  is_next boolean not null,
  key_mark text not null,
  wrapped bytea not null,
  constraint wrapped_data_keys_pkey PRIMARY KEY (is_next),
  constraint wrapped_data_keys_key_mark_check CHECK ((key_mark ~ '^[0-9a-f]{64}$'::text)),
  constraint wrapped_data_keys_key_mark_key UNIQUE (key_mark),
  constraint wrapped_data_keys_wrapped_check CHECK (((length(wrapped) >= 1) AND (length(wrapped) <= 1024)))
);

create view webhook_deliveries as
 SELECT e.merchant_id,
    e.mode,
    e.event_id,
    e.event,
    e.order_id,
    e.sequence,
    e.payload,
    e.created_at,
    COALESCE(u.state, 'delivered'::text) AS state,
    u.due_at,
    u.revived_at,
    u.url AS next_url,
    COALESCE(u.attempts_made, ( SELECT max(a.attempt) AS max
           FROM webhook_attempts a
          WHERE ((a.merchant_id = e.merchant_id) AND (a.mode = e.mode) AND (a.event_id = e.event_id)))) AS attempts_made
   FROM (webhook_events e
     LEFT JOIN webhook_undelivered u USING (merchant_id, mode, event_id))
  WHERE e.has_delivery;

CREATE OR REPLACE FUNCTION public.count_late_change(merchant_id text, mode text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into late_changes as c (merchant_id, mode, transaction_id, changes) values ($1, $2, pg_current_xact_id(), 1)
    on conflict (merchant_id, mode, transaction_id) do update set changes = c.changes + 1
$function$;

CREATE OR REPLACE FUNCTION public.count_setting_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.times_set_back = old.times_set_back + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_late_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET gin_pending_list_limit TO '64kB'
AS $function$
declare
  o orders;
  listed_to text;
begin
  select * into o from orders where merchant_id = new.merchant_id and order_id = new.order_id;
  if o.created_at >= now() - interval '1 hour' then
    return null;
  end if;
  select followed_to into listed_to from order_watermarks where follower = 'totals' for share;
  if o.order_id <= listed_to then
    update listed_orders set words = order_words(o)
      where merchant_id = o.merchant_id and mode = o.mode and order_id = o.order_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_late_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_late_change(old.merchant_id, old.mode);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_late_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SET gin_pending_list_limit TO '64kB'
AS $function$
declare
  counted_to text;
begin
  -- Shared with others who come late; the sweep takes it for itself, so that it is either quite before or quite after this.
  select followed_to into counted_to from order_watermarks where follower = 'totals' for share;
  if new.order_id > counted_to then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- Both rows are taken in one order, so that two such changes never wait for each other in a circle.
    perform 1 from order_totals
      where merchant_id = new.merchant_id and mode = new.mode and status in (old.status, new.status)
        and (span, begins_at) in (select s, order_totals_begin(s, new.created_at) from unnest(array['day', 'hour']) s)
      order by span, status for update;
    update order_totals set orders = orders - 1, paise = paise - old.payable_paise
      where merchant_id = new.merchant_id and mode = new.mode and status = old.status
        and (span, begins_at) in (select s, order_totals_begin(s, new.created_at) from unnest(array['day', 'hour']) s);
    update listed_orders set status = new.status
      where merchant_id = new.merchant_id and mode = new.mode and order_id = new.order_id;
  else
    perform list_late_order(new);
  end if;
  insert into order_totals (merchant_id, mode, span, begins_at, status, orders, paise)
    select new.merchant_id, new.mode, s, order_totals_begin(s, new.created_at), new.status, 1, new.payable_paise
    from unnest(array['day', 'hour']) s
    on conflict (merchant_id, mode, span, begins_at, status)
    do update set orders = order_totals.orders + 1, paise = order_totals.paise + excluded.paise;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.galla_worker_alive(worker text)
 RETURNS boolean
 LANGUAGE sql
 STABLE STRICT
RETURN (EXISTS (SELECT FROM pg_locks WHERE ((pg_locks.locktype = 'advisory'::text) AND pg_locks.granted AND (pg_locks.objsubid = 1) AND (pg_locks.database = (SELECT pg_database.oid FROM pg_database WHERE (pg_database.datname = current_database()))) AND ((pg_locks.classid)::bigint = ((galla_worker_lock(galla_worker_alive.worker) >> 32) & '4294967295'::bigint)) AND ((pg_locks.objid)::bigint = (galla_worker_lock(galla_worker_alive.worker) & '4294967295'::bigint)))));

CREATE OR REPLACE FUNCTION public.galla_worker_lock(worker text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN hashtextextended(('galla-worker:'::text || worker), (0)::bigint);

CREATE OR REPLACE FUNCTION public.guard_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'credits are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.merchant_id, new.credit_id, new.account_id, new.amount_paise, new.received_at, new.created_at) is distinct from
     (old.merchant_id, old.credit_id, old.account_id, old.amount_paise, old.received_at, old.created_at)
     or (old.utr is not null and new.utr is distinct from old.utr) then
    raise exception 'what a credit tells never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state = 'matched' and new.state not in ('matched', 'refunded') then
    raise exception 'a settling credit stays with its order' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.pdf is not null
     or (new.merchant_id, new.order_id, new.financial_year, new.number, new.issued_at, new.content) is distinct from
        (old.merchant_id, old.order_id, old.financial_year, old.number, old.issued_at, old.content) then
    raise exception 'an issued invoice is never changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_kyc_submission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.replaced_at is not null
     or (new.merchant_id, new.submission_id, new.document_type, new.document_number, new.submitted_at) is distinct from
        (old.merchant_id, old.submission_id, old.document_type, old.document_number, old.submitted_at)
     or (old.status <> 'pending'
         and (new.status, new.rejection_reason, new.decided_at, new.decided_by) is distinct from
             (old.status, old.rejection_reason, old.decided_at, old.decided_by)) then
    raise exception 'identity documents that were sent are never changed, nor a decision on them'
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'orders are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if old.status = 'success' and (new.status <> 'success'
     or new.settled_by_credit_id is distinct from old.settled_by_credit_id
     or new.paid_at is distinct from old.paid_at) then
    raise exception 'success is final' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.merchant_id, new.order_id, new.mode, new.account_id, new.client_txn_id, new.amount_paise, new.payable_paise,
      new.created_at) is distinct from
     (old.merchant_id, old.order_id, old.mode, old.account_id, old.client_txn_id, old.amount_paise, old.payable_paise,
      old.created_at) then
    raise exception 'what an order asks for never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status is distinct from old.status and new.version <> old.version + 1 then
    raise exception 'a changed status is a new version' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_provider_qr()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'QRs of a provider are never forgotten' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.merchant_id, new.reference, new.account_id, new.source, new.order_id, new.attempt, new.client_txn_id, new.amount_paise)
     is distinct from
     (old.merchant_id, old.reference, old.account_id, old.source, old.order_id, old.attempt, old.client_txn_id, old.amount_paise)
     or (old.published_at is not null
         and (new.published_at, new.provider_id, new.link) is distinct from (old.published_at, old.provider_id, old.link))
     or (old.abandoned_at is not null and new.abandoned_at is distinct from old.abandoned_at) then
    raise exception 'a QR that was shown or given up stays so' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'purchases are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if old.activated_at is not null
     or (new.merchant_id, new.order_id, new.plan_name, new.billing_cycle, new.cycle_days, new.price_paise, new.qr_requests,
         new.created_at) is distinct from
        (old.merchant_id, old.order_id, old.plan_name, old.billing_cycle, old.cycle_days, old.price_paise, old.qr_requests,
         old.created_at) then
    raise exception 'a purchase is activated once and never changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.kyc_documents_of(merchant text, submission text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('documentId', document_id, 'mediaType', media_type, 'bytes', bytes)
                            order by position), '[]')
  from kyc_documents where merchant_id = merchant and submission_id = submission
$function$;

CREATE OR REPLACE FUNCTION public.list_late_order(o orders)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  begins text;
begin
  insert into order_slices (merchant_id, mode, first_id, orders) values (o.merchant_id, o.mode, '', 0) on conflict do nothing;
  select first_id into begins from order_slices s
    where s.merchant_id = o.merchant_id and s.mode = o.mode and s.first_id <= o.order_id order by first_id desc limit 1;
  insert into listed_orders (merchant_id, mode, order_id, slice, status, payable_paise, customer_mobile, words)
    values (o.merchant_id, o.mode, o.order_id, order_slice_name(o.merchant_id, o.mode, begins), o.status, o.payable_paise,
      o.customer_mobile, order_words(o));
  perform count_late_change(o.merchant_id, o.mode);
end $function$;

CREATE OR REPLACE FUNCTION public.merchant_words(merchant_id text, name text, email text, website_name text, mobile_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(name || ' ' || email || ' ' || website_name || ' ' || merchant_id || ' ' || mobile_number)
$function$;

CREATE OR REPLACE FUNCTION public.order_amount_band(paise bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select width_bucket(paise, array[
    100, 150, 220, 330, 470, 680, 1000, 1500, 2200, 3300, 4700, 6800, 10000, 15000, 22000, 33000, 47000, 68000,
    100000, 150000, 220000, 330000, 470000, 680000, 1000000, 1500000, 2200000, 3300000, 4700000, 6800000,
    10000000, 15000000, 22000000, 33000000, 47000000, 68000000]::bigint[])
$function$;

CREATE OR REPLACE FUNCTION public.order_band_name(merchant_id text, mode text, band integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 'about:' || merchant_id || ':' || mode || ':' || band
$function$;

CREATE OR REPLACE FUNCTION public.order_marks(merchant_id text, mode text, slice text, status text, mobile text, paise bigint, words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 100000
RETURN (ARRAY[((('of:'::text || merchant_id) || ':'::text) || mode), slice, ('status:'::text || status), ('mobile:'::text || mobile), ('paise:'::text || paise), order_band_name(merchant_id, mode, order_amount_band(paise))] || ARRAY(SELECT substr(order_marks.words, n.n, 3) AS substr FROM generate_series(1, (length(order_marks.words) - 2)) n(n)));

CREATE OR REPLACE FUNCTION public.order_slice_name(merchant_id text, mode text, first_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case first_id when '' then merchant_id || ':' || mode else first_id end
$function$;

CREATE OR REPLACE FUNCTION public.order_totals_begin(span text, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select date_bin(case span when 'hour' then interval '1 hour' else interval '24 hours' end, at, '2000-01-01T00:00:00+05:30')
$function$;

CREATE OR REPLACE FUNCTION public.order_words(o orders)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select lower(concat_ws(E'\n', o.order_id, o.client_txn_id, o.customer_name, o.customer_email,
    (select string_agg(distinct payer_upi_id, E'\n') from credits c
     where c.merchant_id = o.merchant_id and c.order_id = o.order_id)))
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.word_marks(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 100000
AS $function$
  select array(select substr(words, n, 3) from generate_series(1, length(words) - 2) n)
$function$;
