//! Queries and their parameters. The SQL runs on `SQLite` and on `PostgreSQL`.

use std::ops::Deref;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::any::{AnyArguments, AnyRow, AnyTypeInfo, AnyValueRef};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Any, Decode, Encode, FromRow, Type};

use super::{Database, Result, Transaction};

/// Declares a struct with one field per column of a query. Each field is named after its column.
macro_rules! row {
    ($(#[$attribute:meta])* $visible:vis $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$attribute])*
        #[allow(clippy::struct_field_names, reason = "fields are named after columns")]
        $visible struct $name {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl sqlx::FromRow<'_, sqlx::any::AnyRow> for $name {
            fn from_row(row: &sqlx::any::AnyRow) -> Result<Self, sqlx::Error> {
                use sqlx::Row as _;
                Ok(Self { $($field: row.try_get(stringify!($field))?,)* })
            }
        }
    };
}

/// Builds the parameters of a query, in the order `$1`, `$2` and so on. `parameters![row; a, b; c]`
/// is short for `parameters![&row.a, &row.b, c]`.
macro_rules! parameters {
    ($row:ident; $($field:ident),+ $(; $($value:expr),+)?) => {
        parameters![$(&$row.$field),+ $(, $($value),+)?]
    };
    ($($value:expr),*) => {{
        #[allow(unused_imports, reason = "there may be no parameters")]
        use sqlx::Arguments as _;
        #[allow(unused_mut, reason = "there may be no parameters")]
        let mut parameters = sqlx::any::AnyArguments::default();
        $(parameters.add($value).map_err(sqlx::Error::Encode)?;)*
        parameters
    }};
}

impl Database {
    /// Replaces placeholders in a query with database-specific SQL:
    ///
    /// - `NOW_MS`: the time on the database's clock in milliseconds since 1970. Leases use only the
    ///   database's clock, because the hosts' clocks differ.
    /// - `SKIP_LOCKED`: locks the selected rows, and skips rows that another transaction has
    ///   locked.
    /// - `ANNOUNCE_CHANGE`, at the end of an update: notifies other processes of the commit. A
    ///   separate statement would cost a round trip to the database.
    fn expand_placeholders(&self, sql: &str) -> String {
        let (now, skip_locked, announce) = if self.is_postgres() {
            (
                "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
                "FOR UPDATE SKIP LOCKED",
                "RETURNING pg_notify('mousetrap_changes', '')::TEXT",
            )
        } else {
            ("CAST(unixepoch('subsec') * 1000 AS INTEGER)", "", "")
        };
        sql.replace("NOW_MS", now)
            .replace("SKIP_LOCKED", skip_locked)
            .replace("ANNOUNCE_CHANGE", announce)
    }
}

/// The type of a query's rows: a struct declared with `row!`, or a tuple.
pub(crate) trait Row: for<'r> FromRow<'r, AnyRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, AnyRow> + Send + Unpin> Row for T {}

/// Implements the methods that read rows and execute statements on a connection.
macro_rules! queries {
    ($type:ty, $self:ident, [$($receiver:tt)+], $database:expr, $connection:expr) => {
        impl $type {
            /// Returns all rows of a query.
            pub(crate) async fn all_rows<T: Row>(
                $($receiver)+,
                sql: &str,
                parameters: AnyArguments<'_>,
            ) -> Result<Vec<T>> {
                let sql = $database.expand_placeholders(sql);
                let query = sqlx::query_as_with(&sql, parameters);
                Ok(query.fetch_all(&mut *$connection).await?)
            }

            /// Returns the first row of a query, if there is one.
            pub(crate) async fn first_row<T: Row>(
                $($receiver)+,
                sql: &str,
                parameters: AnyArguments<'_>,
            ) -> Result<Option<T>> {
                let sql = $database.expand_placeholders(sql);
                let query = sqlx::query_as_with(&sql, parameters);
                Ok(query.fetch_optional(&mut *$connection).await?)
            }

            /// Returns the value of a query that has one column and always one row.
            pub(crate) async fn value<T>(
                $($receiver)+,
                sql: &str,
                parameters: AnyArguments<'_>,
            ) -> Result<T>
            where
                (T,): Row,
            {
                let row = $self.first_row(sql, parameters).await?;
                let (value,) = row.ok_or(sqlx::Error::RowNotFound)?;
                Ok(value)
            }
        }
    };
}

queries!(Database, self, [&self], self, self.read.acquire().await?);
queries!(Transaction, self, [&mut self], self.database, self.inner);

impl Transaction {
    /// Executes a statement. Returns the number of changed rows.
    pub(crate) async fn execute(&mut self, sql: &str, parameters: AnyArguments<'_>) -> Result<u64> {
        let sql = self.database.expand_placeholders(sql);
        let query = sqlx::query_with(&sql, parameters);
        Ok(query.execute(&mut *self.inner).await?.rows_affected())
    }
}

/// A column that contains JSON. An empty string is read as the type's default value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Json<T>(pub T);

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Type<Any> for Json<T> {
    fn type_info() -> AnyTypeInfo {
        <String as Type<Any>>::type_info()
    }
}

impl<'r, T: Default + DeserializeOwned> Decode<'r, Any> for Json<T> {
    fn decode(value: AnyValueRef<'r>) -> Result<Self, BoxDynError> {
        let text = <String as Decode<Any>>::decode(value)?;
        if text.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self(serde_json::from_str(&text)?))
    }
}

impl<'q, T: Serialize> Encode<'q, Any> for Json<T> {
    fn encode_by_ref(
        &self,
        buffer: &mut <Any as sqlx::Database>::ArgumentBuffer<'q>,
    ) -> Result<IsNull, BoxDynError> {
        let text = serde_json::to_string(&self.0)?;
        Encode::<Any>::encode(text, buffer)
    }
}
