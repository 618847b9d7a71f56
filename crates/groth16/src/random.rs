//! Where secret numbers come from.

use ark_std::rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use zeroize::Zeroizing;

use crate::ProveError;

/// A ChaCha20 generator keyed with 32 bytes from the operating system, or, to repeat a test, with
/// `seed`: what it then protects is known to everyone who knows the seed.
pub(crate) fn generator(seed: Option<u64>) -> Result<ChaCha20Rng, ProveError> {
    if let Some(seed) = seed {
        return Ok(ChaCha20Rng::seed_from_u64(seed));
    }
    let mut key = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *key)?;
    Ok(ChaCha20Rng::from_seed(*key))
}
