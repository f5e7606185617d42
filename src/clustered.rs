//! Arguments of commands that use a cluster.

use std::path::PathBuf;

use crate::failure::Failure;
use mousetrap_cluster::{Address, Cluster};
use mousetrap_judge::{Engine, Threads};

/// Where a cluster is.
#[derive(Debug, clap::Args)]
pub(crate) struct Clustered {
    /// Use the judge hosts that are connected to this NATS server
    #[arg(
        long,
        value_name = "URL",
        help = "Use the judge hosts that are connected to this NATS server, nats://HOST or \
                tls://HOST; user:password comes from the environment, \
                MOUSETRAP_CLUSTER_CREDENTIALS, or a file"
    )]
    pub(crate) cluster: Option<String>,
    /// A file with user:password for the NATS server
    #[arg(long, value_name = "FILE")]
    cluster_credentials: Option<PathBuf>,
    /// The certificates, in PEM, that the NATS server's must be signed by
    #[arg(long, value_name = "FILE")]
    cluster_ca: Option<PathBuf>,
}

impl Clustered {
    /// The address, if a cluster is to be used.
    pub(crate) fn address(&self) -> Option<Address> {
        self.cluster.as_ref().map(|servers| Address {
            servers: servers.clone(),
            ca: self.cluster_ca.clone(),
            credentials: self.cluster_credentials.clone(),
        })
    }

    /// Who judges.
    pub(crate) fn engine(&self) -> Result<Box<dyn Engine>, Failure> {
        Ok(match self.address() {
            Some(address) => Box::new(Cluster::connect(&address, say).map_err(Failure::internal)?),
            None => Box::new(Threads::default()),
        })
    }
}

/// Says something beside what is reported.
pub(crate) fn say(line: &str) {
    errln!("{line}");
}
