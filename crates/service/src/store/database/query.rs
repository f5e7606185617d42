//! Queries with their parameters, in the SQL of both databases.

use std::ops::Deref;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::any::{AnyArguments, AnyRow, AnyTypeInfo, AnyValueRef};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, Database, Decode, Encode, FromRow, Type};

use super::Result;

/// A structure whose fields are columns of the same names.
macro_rules! row {
    ($(#[$attribute:meta])* $visible:vis $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$attribute])*
        #[allow(
            clippy::struct_field_names,
            reason = "columns have the names that they have in queries"
        )]
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

/// The parameters of a query in order: `$1`, `$2` and so on.
macro_rules! parameters {
    () => {
        sqlx::any::AnyArguments::default()
    };
    ($($value:expr),+ $(,)?) => {{
        use sqlx::Arguments as _;
        let mut parameters = sqlx::any::AnyArguments::default();
        $(parameters.add($value).map_err($crate::store::StoreError::encoding)?;)+
        parameters
    }};
}

/// The kind of database. Queries name what differs: `NOW_MS` is the time on the database's
/// clock in milliseconds since 1970, `SKIP_LOCKED` locks the selected rows and skips those
/// that another transaction has locked, and `ANNOUNCE_CHANGE` at the end of an update
/// notifies other processes when it is committed. Leases use no other clock, because the
/// clocks of hosts differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// A statement of its own would cost another round trip.
const ANNOUNCE_CHANGE: &str = "RETURNING pg_notify('mousetrap_changes', '')::TEXT";

impl Dialect {
    fn complete(self, sql: &str) -> String {
        let (now, skip_locked, announce) = match self {
            Self::Sqlite => ("CAST(unixepoch('subsec') * 1000 AS INTEGER)", "", ""),
            Self::Postgres => (
                "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
                "FOR UPDATE SKIP LOCKED",
                ANNOUNCE_CHANGE,
            ),
        };
        sql.replace("NOW_MS", now)
            .replace("SKIP_LOCKED", skip_locked)
            .replace("ANNOUNCE_CHANGE", announce)
    }

    /// The statement that begins a transaction.
    pub(super) const fn begin(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }
}

/// The type of a query's rows: a structure made by `row!`, or a tuple.
pub(crate) trait Row: for<'r> FromRow<'r, AnyRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, AnyRow> + Send + Unpin> Row for T {}

/// A connection on which queries run.
pub(crate) trait Queries {
    fn connection(&mut self) -> (&mut AnyConnection, Dialect);

    /// Returns all rows.
    async fn all<T: Row>(&mut self, sql: &str, parameters: AnyArguments<'_>) -> Result<Vec<T>> {
        let (connection, dialect) = self.connection();
        let sql = dialect.complete(sql);
        let query = sqlx::query_as_with(&sql, parameters);
        Ok(query.fetch_all(connection).await?)
    }

    /// Returns the first row, if there is one.
    async fn optional<T: Row>(
        &mut self,
        sql: &str,
        parameters: AnyArguments<'_>,
    ) -> Result<Option<T>> {
        let (connection, dialect) = self.connection();
        let sql = dialect.complete(sql);
        let query = sqlx::query_as_with(&sql, parameters);
        Ok(query.fetch_optional(connection).await?)
    }

    /// Returns the value of a query that has one column and always one row.
    async fn value<T>(&mut self, sql: &str, parameters: AnyArguments<'_>) -> Result<T>
    where
        (T,): Row,
    {
        let row = self.optional(sql, parameters).await?;
        let (value,) = row.ok_or(sqlx::Error::RowNotFound)?;
        Ok(value)
    }

    /// Executes a statement. Returns the number of rows that it changed.
    async fn execute(&mut self, sql: &str, parameters: AnyArguments<'_>) -> Result<u64> {
        let (connection, dialect) = self.connection();
        let sql = dialect.complete(sql);
        let query = sqlx::query_with(&sql, parameters);
        Ok(query.execute(connection).await?.rows_affected())
    }
}

/// A connection for reading.
pub(crate) struct Reader {
    pub(super) connection: PoolConnection<Any>,
    pub(super) dialect: Dialect,
}

impl Queries for Reader {
    fn connection(&mut self) -> (&mut AnyConnection, Dialect) {
        (&mut self.connection, self.dialect)
    }
}

/// A column with JSON. An empty column is the default value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Json<T>(pub T);

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
        buffer: &mut <Any as Database>::ArgumentBuffer<'q>,
    ) -> Result<IsNull, BoxDynError> {
        let text = serde_json::to_string(&self.0)?;
        Encode::<Any>::encode(text, buffer)
    }
}
