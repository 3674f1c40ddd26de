-- Identity documents. Every submission stays on record; the latest one is shown and decided on. The files are stored encrypted, under
-- the ids of the rows of documents. A file without a row is deleted: the rows are written after their files, and deleted by age with
-- those of a replaced or rejected submission.

create table kyc_submissions (
  merchant_id text not null references merchants,
  submission_id text not null check (submission_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  document_type text not null
    check (document_type in ('passport', 'drivingLincense', 'aadharCard', 'voterId', 'panCard', 'other')),
  -- Encrypted, in the form that may be shown: of an Aadhaar number only the last four digits.
  document_number bytea not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  rejection_reason text check (length(rejection_reason) between 1 and 1000),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text references merchants,
  -- Set when the merchant sends other documents.
  replaced_at timestamptz,
  primary key (merchant_id, submission_id),
  check ((status = 'rejected') = (rejection_reason is not null)),
  check ((status = 'pending') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  constraint kyc_approved_stays check (status <> 'approved' or replaced_at is null)
);
create unique index kyc_submissions_shown on kyc_submissions (merchant_id) where replaced_at is null;
create index kyc_submissions_queue on kyc_submissions (status, submitted_at, merchant_id) where replaced_at is null;

-- Those whose files are deleted by age.
create index kyc_submissions_discarded on kyc_submissions (least(replaced_at, case when status = 'rejected' then decided_at end))
  where replaced_at is not null or status = 'rejected';

-- A decision is made once, and a submission never changes.
create function guard_kyc_submission() returns trigger language plpgsql as $$
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
end $$;
create trigger guard_kyc_submission before update or delete on kyc_submissions
  for each row execute function guard_kyc_submission();

create table kyc_documents (
  merchant_id text not null,
  document_id text not null check (document_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  submission_id text not null,
  position int not null check (position between 1 and 5),
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes int not null check (bytes between 1 and 5242880),
  primary key (merchant_id, document_id),
  constraint kyc_documents_place_once unique (merchant_id, submission_id, position),
  foreign key (merchant_id, submission_id) references kyc_submissions
);
-- An operator opens a document by its id, without its merchant.
create index kyc_documents_id on kyc_documents (document_id);
create trigger refuse_change before update on kyc_documents for each row execute function refuse_change();

create function guard_kyc_document() returns trigger language plpgsql as $$
begin
  if exists (
    select from kyc_submissions
    where merchant_id = old.merchant_id and submission_id = old.submission_id and replaced_at is null and status <> 'rejected') then
    raise exception 'documents that wait for a decision or were approved are never deleted'
      using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;
create trigger guard_kyc_document before delete on kyc_documents for each row execute function guard_kyc_document();

-- Who looked at which document, and when. Deleted with the document, or by age; the operator's audit log keeps the operators' views.
create table kyc_document_views (
  merchant_id text not null,
  view_id text not null check (view_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  document_id text not null,
  viewer_id text not null references merchants,
  viewer text not null check (viewer in ('merchant', 'operator')),
  viewed_at timestamptz not null,
  primary key (merchant_id, view_id),
  foreign key (merchant_id, document_id) references kyc_documents on delete cascade
);
create index kyc_document_views_of on kyc_document_views (merchant_id, document_id);
create index kyc_document_views_age on kyc_document_views (viewed_at);
create trigger refuse_change before update on kyc_document_views for each row execute function refuse_change();
